/** Sound effects, synthesised from noise and sine waves, so that nothing has to be fetched. */

import { settings, type Hearing } from './settings';

export type Sound = 'card' | 'chips' | 'check' | 'fold' | 'turn' | 'win' | 'hurry' | 'chat';

const HEARD_AS: Record<Sound, Hearing> = {
  card: 'deal',
  chips: 'bet',
  check: 'bet',
  fold: 'fold',
  turn: 'turn',
  hurry: 'turn',
  win: 'win',
  chat: 'chat',
};

let context: AudioContext | null = null;
/** The common volume control of all sounds. */
let output: GainNode | null = null;
let isTouched = false;

function audio(): AudioContext | null {
  // Browsers block audio until the user has touched the page.
  if (!settings.sound.value || !isTouched) return null;
  try {
    context ??= new AudioContext();
    if (!output) {
      output = context.createGain();
      output.connect(context.destination);
    }
    output.gain.value = (settings.volume.value / 80) ** 2;
  } catch {
    return null;
  }
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  return context.state === 'running' ? context : null;
}

function noise(to: AudioContext, at: number, length: number, pitch: number, loud: number): void {
  const buffer = to.createBuffer(1, Math.ceil(to.sampleRate * length), to.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++)
    data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = to.createBufferSource();
  source.buffer = buffer;
  const filter = to.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 0.9;
  const gain = to.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(output!);
  source.start(at);
}

function tone(to: AudioContext, at: number, length: number, pitch: number, loud: number): void {
  const source = to.createOscillator();
  source.frequency.value = pitch;
  const gain = to.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(output!);
  source.start(at);
  source.stop(at + length);
}

export function play(sound: Sound): void {
  if (settings.silent.value.includes(HEARD_AS[sound])) return;
  const to = audio();
  if (!to) return;
  const now = to.currentTime;
  switch (sound) {
    case 'card':
      return noise(to, now, 0.09, 2600, 0.25);
    case 'fold':
      return noise(to, now, 0.16, 1200, 0.16);
    case 'chips':
      for (const [delay, pitch] of [
        [0, 4200],
        [0.045, 5200],
        [0.08, 4700],
      ] as const) {
        noise(to, now + delay, 0.05, pitch, 0.3);
        tone(to, now + delay, 0.05, pitch / 2, 0.02);
      }
      return;
    case 'check':
      noise(to, now, 0.05, 300, 0.7);
      return noise(to, now + 0.11, 0.05, 280, 0.6);
    case 'turn':
      tone(to, now, 0.35, 659, 0.09);
      return tone(to, now + 0.12, 0.45, 880, 0.09);
    case 'hurry':
      tone(to, now, 0.12, 988, 0.07);
      return tone(to, now + 0.18, 0.12, 988, 0.07);
    case 'win':
      for (const [index, pitch] of [523, 659, 784].entries())
        tone(to, now + index * 0.09, 0.5, pitch, 0.06);
      return;
    case 'chat':
      return tone(to, now, 0.12, 740, 0.03);
  }
}

for (const touch of ['pointerup', 'keyup'] as const)
  addEventListener(
    touch,
    () => {
      isTouched = true;
      audio();
    },
    { once: true, passive: true },
  );
