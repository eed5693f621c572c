import { beforeEach, describe, expect, it, vi } from 'vitest';
import { announce, interrupt, Layer, popLayer, page, pushLayer } from './layer';

const said = (layer: Layer) => layer.polite.value.map(({ text }) => text);

describe('announcements', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    page.polite.value = [];
    page.urgent.value = null;
  });

  it('go to the page while no dialog is open', () => {
    announce('The flop.');
    interrupt('Your turn.');
    expect(said(page)).toEqual(['The flop.']);
    expect(page.urgent.value?.text).toBe('Your turn.');
  });

  it('go to the open dialog, where alone they are read', () => {
    const [drawer, question] = [new Layer(), new Layer()];
    pushLayer(drawer);
    interrupt('Your turn.');
    pushLayer(question);
    announce('The turn.');
    expect(said(page)).toEqual([]);
    expect(page.urgent.value).toBeNull();
    expect(drawer.urgent.value?.text).toBe('Your turn.');
    expect(said(question)).toEqual(['The turn.']);
    vi.advanceTimersByTime(1000);
    popLayer(question);
    announce('The river.');
    expect(said(drawer)).toEqual(['The river.']);
    vi.advanceTimersByTime(1000);
    popLayer(drawer);
    expect(said(page)).toEqual([]);
  });

  it('are repeated below when a dialog closes', () => {
    const dialog = new Layer();
    pushLayer(dialog);
    announce('Somebody sits down.');
    vi.advanceTimersByTime(1000);
    announce('You wait for a side.');
    popLayer(dialog);
    expect(said(page)).toEqual(['You wait for a side.']);
  });

  it('keep only the last lines', () => {
    for (let i = 0; i < 20; i++) announce(String(i));
    expect(said(page)).toEqual(['12', '13', '14', '15', '16', '17', '18', '19']);
  });
});
