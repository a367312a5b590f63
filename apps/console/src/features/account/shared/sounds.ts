/** Notification sounds, drawn by the browser's synthesiser: nothing to download, nothing to license. */
export const soundNames = ['Musical Reveal', 'Software Interface', 'Magic Marimba', 'Happy Bells', 'Clear Announce'] as const;
export type SoundName = (typeof soundNames)[number];

/** One tone: when it starts, its pitch, how long it rings, its colour and how loud it is (0–1). */
export type Tone = { atSeconds: number; hertz: number; lengthSeconds: number; wave: OscillatorType; gain: number };

const note = (atSeconds: number, hertz: number, lengthSeconds: number, wave: OscillatorType = 'sine', gain = 0.5): Tone => ({
  atSeconds,
  hertz,
  lengthSeconds,
  wave,
  gain,
});

export const soundScores: Record<SoundName, Tone[]> = {
  'Musical Reveal': [note(0, 392, 0.5), note(0.12, 493.88, 0.5), note(0.24, 587.33, 0.6), note(0.36, 783.99, 0.9, 'triangle', 0.4)],
  'Software Interface': [note(0, 880, 0.09, 'triangle', 0.45), note(0.1, 1318.51, 0.16, 'triangle', 0.45)],
  'Magic Marimba': [
    note(0, 523.25, 0.22),
    note(0, 2093, 0.07, 'sine', 0.12),
    note(0.14, 659.25, 0.22),
    note(0.28, 1046.5, 0.34),
    note(0.28, 4186, 0.07, 'sine', 0.1),
  ],
  'Happy Bells': [
    note(0, 1046.5, 0.9, 'sine', 0.35),
    note(0, 2793.8, 0.5, 'sine', 0.1),
    note(0.22, 1318.51, 0.9, 'sine', 0.35),
    note(0.22, 3520, 0.5, 'sine', 0.08),
    note(0.44, 1567.98, 1.1, 'sine', 0.35),
  ],
  'Clear Announce': [note(0, 659.25, 0.42, 'triangle', 0.5), note(0.34, 523.25, 0.7, 'triangle', 0.5)],
};

let audio: AudioContext | undefined;

/**
 * Plays one sound.
 * @param volume percent, 0 to 100; the synthesiser gets volume times 0.01
 * @param repeatCount how often in all, at least once
 * @returns a function that silences what is still to come
 */
export function playSound(name: SoundName, volume = 100, repeatCount = 1): () => void {
  const AudioContextClass = globalThis.AudioContext;
  if (!AudioContextClass) return () => {};
  audio ??= new AudioContextClass();
  // A browser keeps sound back until the first click of the page; the promise then waits, and that is fine.
  audio.resume().catch(() => {});
  const master = audio.createGain();
  master.gain.value = toGain(volume);
  master.connect(audio.destination);
  const score = soundScores[name];
  const length = Math.max(...score.map((tone) => tone.atSeconds + tone.lengthSeconds)) + 0.35;
  for (let turn = 0; turn < Math.max(1, Math.floor(repeatCount)); turn += 1) {
    for (const tone of score) ring(audio, master, tone, audio.currentTime + 0.02 + turn * length + tone.atSeconds);
  }
  return () => {
    master.gain.value = 0;
    master.disconnect();
  };
}

/** Volume is a percent of 1. */
export function toGain(volume: number): number {
  return Math.min(100, Math.max(0, volume)) * 0.01;
}

function ring(context: AudioContext, master: GainNode, tone: Tone, startsAt: number): void {
  const oscillator = context.createOscillator();
  const envelope = context.createGain();
  oscillator.type = tone.wave;
  oscillator.frequency.value = tone.hertz;
  envelope.gain.setValueAtTime(0.0001, startsAt);
  envelope.gain.exponentialRampToValueAtTime(tone.gain, startsAt + 0.012);
  envelope.gain.exponentialRampToValueAtTime(0.0001, startsAt + tone.lengthSeconds);
  oscillator.connect(envelope).connect(master);
  oscillator.start(startsAt);
  oscillator.stop(startsAt + tone.lengthSeconds + 0.05);
}
