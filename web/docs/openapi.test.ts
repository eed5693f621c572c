import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { byTag, curl, limitsOf, objectsIn, routesOf, sample, typeOf, type Api } from './openapi';

/** The server's own OpenAPI description. */
const api = JSON.parse(
  execFileSync(
    process.env.PYTHON ?? join(import.meta.dirname, '../../.venv/bin/python'),
    [
      '-c',
      'import json; from pokermasa.server import app; from pokermasa.server.settings import Settings;' +
        'print(json.dumps(app.build(Settings()).openapi()))',
    ],
    { encoding: 'utf-8', maxBuffer: 8_000_000 },
  ),
) as Api;
const routes = routesOf(api);
const named = (line: string) => routes.find(one => `${one.method} ${one.path}` === line)!;

describe('the routes', () => {
  test('are complete and unique', () => {
    const paths = Object.values(api.paths).flatMap(methods => Object.keys(methods));
    expect(routes.length).toBe(paths.length);
    expect(new Set(routes.map(one => one.id)).size).toBe(routes.length);
    expect(byTag(routes).flatMap(([, of]) => of).length).toBe(routes.length);
  });

  test('have parameters, body and responses', () => {
    const seen = named('POST /api/tables');
    expect(seen.id).toBe('post-api-tables');
    expect(objectsIn(seen.body!, api)[0]!.schema.properties).toHaveProperty('private');
    expect(seen.answers[0]!.status).toBe('201');
    for (const route of routes)
      for (const { schema } of route.answers)
        if (schema) expect(typeOf(schema, api)).not.toContain('undefined');
  });

  test('have a curl command with every required field', () => {
    const line = curl(named('POST /api/accounts'), 'http://room', api);
    expect(line).toBe(
      `curl -X POST -H "Authorization: Bearer $TOKEN" --json '{"name":"…","password":"…"}' "http://room/api/accounts"`,
    );
    expect(curl(named('GET /api/tables'), 'http://room', api)).toBe(
      'curl -H "Authorization: Bearer $TOKEN" "http://room/api/tables"',
    );
  });
});

describe('the description of a schema', () => {
  test.each([
    [{ type: 'integer' }, 'integer'],
    [{ $ref: '#/components/schemas/Me' }, 'Me'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Me' } }, 'list of Me'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
    [{ enum: ['a', 'b'] }, '"a" | "b"'],
    [{ prefixItems: [{ type: 'integer' }, { type: 'string' }] }, '[integer, string]'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'object of integer'],
    [{ $ref: '#/components/schemas/Betting' }, '"no limit" | "pot limit" | "fixed limit"'],
    [{}, 'anything'],
  ])('%j', (schema, words) => expect(typeOf(schema, api)).toBe(words));

  test('has its limits', () => {
    expect(limitsOf({ minimum: 2, maximum: 10, default: 6 })).toBe('2 to 10, default 6');
    expect(limitsOf({ maxLength: 40 })).toBe('at most 40 characters');
    expect(limitsOf({ type: 'string' })).toBe('');
  });

  test('ends for a recursive schema', () => {
    const tree: Api = {
      info: { title: '', version: '' },
      paths: {},
      components: {
        schemas: {
          Node: {
            type: 'object',
            properties: {
              next: { anyOf: [{ $ref: '#/components/schemas/Node' }, { type: 'null' }] },
            },
          },
        },
      },
    };
    expect(sample({ $ref: '#/components/schemas/Node' }, tree)).toEqual({});
    expect(objectsIn({ $ref: '#/components/schemas/Node' }, tree)).toHaveLength(1);
  });
});
