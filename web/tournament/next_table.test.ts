import { expect, test } from 'vitest';
import type { EntrantData, TournamentTableData } from '../lib/wire';
import { followedName, tablePath, tournamentOf, nextTable } from './next_table';

const tables = (...names: string[]) => names.map(masa => ({ masa }) as TournamentTableData);
const standings = [{ name: 'Ada', masa: 't1-2' } as EntrantData];
const nobody = { you: null, standings };

test('a player goes to the own table, even when following somebody', () => {
  const mine = { you: { masa: 't1-3' }, standings, tables: tables('t1-1', 't1-2', 't1-3') };
  expect(nextTable('t1-1', mine, 'Ada')).toBe('t1-3');
  expect(nextTable('t1-3', mine, 'Ada')).toBe(null);
});

test('a follower goes to the table of the followedName player', () => {
  const two = { ...nobody, tables: tables('t1-1', 't1-2') };
  expect(nextTable('t1-1', two, 'Ada')).toBe('t1-2');
  expect(nextTable('t1-2', two, 'Ada')).toBe(null);
  expect(nextTable('t1-1', two, 'Bea')).toBe(null);
});

test('a spectator of a closed table goes to the last remaining one', () => {
  expect(nextTable('t1-2', { ...nobody, tables: tables('t1-1') }, null)).toBe('t1-1');
  expect(nextTable('t1-3', { ...nobody, tables: tables('t1-1', 't1-2') }, null)).toBe(null);
  expect(nextTable('t1-1', { ...nobody, tables: tables('t1-1') }, null)).toBe(null);
  expect(nextTable('t1-1', { ...nobody, tables: [] }, null)).toBe(null);
});

test('the id of a table contains that of its tournament', () => {
  expect(tournamentOf('te2c12a-14')).toBe('te2c12a');
  expect(tournamentOf('m0f3a9c')).toBe(null);
});

test('the followedName name is written to the address and read from it', () => {
  const path = tablePath('t1-2', 'a b', 'Ada & Bea');
  expect(path).toBe('/masa/t1-2?follow=Ada%20%26%20Bea#a%20b');
  expect(followedName(new URL(path, 'http://x').search)).toBe('Ada & Bea');
  expect(tablePath('t1-2', '')).toBe('/masa/t1-2');
  expect(followedName('')).toBe(null);
});
