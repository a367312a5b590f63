import { expect, test } from 'vitest';
import { arePlayed, copiedSeconds, readStreams, sourceOf } from './playable.rules.ts';

const report = (...lines: string[]) => ['Input #0, mov, from in:', '  Metadata:', '    title           : a', ...lines].join('\n');

test('streams are read from what ffmpeg says, and neither a cover nor a title that looks like one is a stream', () => {
  const said = report(
    '                    :   Stream #0:9: Video: h264, yuv420p, 1x1',
    '  Stream #0:0[0x1](und): Video: hevc (Main) (hev1 / 0x31766568), yuv420p(tv, progressive), 1920x1080 [SAR 1:1 DAR 16:9], 25 fps',
    '  Stream #0:1[0x2](eng): Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, mono, fltp, 69 kb/s (default)',
    '  Stream #0:2[0x0]: Video: mjpeg (Baseline), yuvj444p(pc), 300x300, 90k tbr, 90k tbn (attached pic)',
    '  Stream #0:3: Subtitle: mov_text (tx3g / 0x67337874)',
  );
  expect(readStreams(said)).toEqual([
    { kind: 'Video', codec: 'hevc', pixels: 'yuv420p' },
    { kind: 'Audio', codec: 'aac', pixels: '44100' },
  ]);
  expect(readStreams('in: Invalid data found when processing input')).toEqual([]);
});

test.each([
  ['Video: h264 (High) (avc1 / 0x31637661), yuv420p(tv, bt709), 640x360', true],
  ['Video: h264 (High 10) (avc1 / 0x31637661), yuv420p10le, 640x360', false],
  ['Video: mpeg4 (Simple Profile) (mp4v / 0x7634706D), yuv420p, 640x360', false],
  ['Audio: pcm_s16le ([1][0][0][0] / 0x0001), 8000 Hz, 1 channels, s16, 128 kb/s', true],
  ['Audio: adpcm_ms ([2][0][0][0] / 0x0002), 8000 Hz, 1 channels, s16, 32 kb/s', false],
  ['Audio: alac (alac / 0x63616C61), 44100 Hz, mono, s16p, 9 kb/s', false],
])('%s: played by every browser %s', (stream, isPlayed) => {
  const streams = readStreams(report(`  Stream #0:0: ${stream}`));
  expect([streams.length, arePlayed(streams)]).toEqual([1, isPlayed]);
});

test('only recordings and videos are copied that some browser does not play', () => {
  for (const found of ['amr', '3gp', 'avi', 'asf', 'mkv', 'mov', 'flv', 'aif', 'mp4', 'wav']) expect(sourceOf(found), found).toBeDefined();
  for (const found of [undefined, 'mp3', 'ogg', 'opus', 'webm', 'aac', 'flac', 'png', 'pdf', 'zip', 'constructor'])
    expect(sourceOf(found), found).toBeUndefined();
});

test('the progress says how much there is', () => {
  expect(copiedSeconds('out_time_us=0\nprogress=continue\nout_time_us=2500000\nprogress=end\n')).toBe(2.5);
  expect(copiedSeconds('out_time_us=N/A\nprogress=end\n')).toBe(0);
});
