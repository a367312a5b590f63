import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLocalMedia } from './local-media.ts';

const made: { kind: string; enabled: boolean }[] = [];
const track = (kind: string) => {
  const one = { kind, enabled: true, stop() {}, addEventListener() {}, getSettings: () => ({ deviceId: kind }) };
  made.push(one);
  return one;
};
const streamOf = (kind: string) => {
  const tracks = [track(kind)];
  return { getVideoTracks: () => tracks, getAudioTracks: () => tracks };
};

beforeEach(() => {
  made.length = 0;
  vi.stubGlobal(
    'MediaStream',
    class {
      readonly tracks: unknown[];
      constructor(tracks: unknown[]) {
        this.tracks = tracks;
      }
      getVideoTracks() {
        return this.tracks;
      }
    },
  );
  vi.stubGlobal('navigator', {
    mediaDevices: {
      addEventListener() {},
      removeEventListener() {},
      enumerateDevices: async () => [],
      getUserMedia: async ({ audio }: { audio?: object }) => streamOf(audio ? 'microphone' : 'camera'),
      getDisplayMedia: async () => streamOf('screen'),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('devices of a held call are dark and silent, those that begin meanwhile too; a muted microphone stays so behind it', async () => {
  const media = createLocalMedia(() => {});
  await media.open();
  const on = () => made.filter(({ enabled }) => enabled).map(({ kind }) => kind);
  expect(on()).toEqual(['microphone', 'camera']);
  media.setHeld(true);
  expect(on()).toEqual([]);
  await media.setScreen(true);
  await media.choose('camera', 'other');
  await media.setMicrophone(true);
  expect(on()).toEqual([]);
  await media.setMicrophone(false);
  media.setHeld(false);
  expect(on()).not.toContain('microphone');
  expect(on()).toContain('screen');
  await media.setMicrophone(true);
  expect(on()).toContain('microphone');
  media.close();
});
