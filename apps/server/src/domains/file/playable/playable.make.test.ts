import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findProgram } from '#platform/programs/find-program.ts';
import { makeFolder } from '../../../../test/folders.ts';
import { lacking } from '../../../../test/lacking.ts';
import { hostileAvi, makeMedia, silentAmr } from '../../../../test/media.ts';
import { type Making, makeCopy } from './playable.make.ts';
import { type Source, sourceOf } from './playable.rules.ts';

const ffmpeg = findProgram('ffmpeg', process.env.PATH);
const place = makeFolder('playable');
const limits = { lookSeconds: 20, copySeconds: 60, largestCopyBytes: 50_000_000, longestSeconds: 3600 };

let made = 0;
function make(content: Buffer, found: string, more: Partial<Making> = {}) {
  made += 1;
  const folder = path.join(place, `${made}`);
  const from = path.join(place, `${made}.in`);
  mkdirSync(folder);
  writeFileSync(from, content);
  const signal = new AbortController().signal;
  return makeCopy({ ffmpeg: ffmpeg ?? '', path: from, source: sourceOf(found) as Source, folder, signal, limits, ...more });
}
/** Reads the streams of a copy by ffprobe. */
const streamsOf = (file: string) =>
  JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'stream=codec_name,width,height:format_tags', '-of', 'json', file], {
      encoding: 'utf8',
    }),
  );

test.skipIf(!ffmpeg)(
  'a large video of a camera becomes a small one that begins to play at once, without its metadata',
  lacking.ffmpeg,
  async () => {
    const video = makeMedia(
      'mov',
      ['testsrc2=s=1920x1080:d=0.4:r=10', 'sine=d=0.4'],
      ['-c:v', 'mpeg4', '-metadata', 'location=+18.5+073.8/'],
    );
    const copy = await make(video, 'mov');
    expect(copy).toMatchObject({ kind: 'made', type: 'video/mp4' });
    const file = (copy as { path: string }).path;
    const { streams, format } = streamsOf(file);
    expect(streams).toEqual([{ codec_name: 'h264', width: 1280, height: 720 }, { codec_name: 'aac' }]);
    expect(JSON.stringify(format)).not.toMatch(/18\.5/);
    const bytes = readFileSync(file);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  },
);

test.skipIf(!ffmpeg)('recordings become sound alone, and what browsers play is left as it is', lacking.ffmpeg, async () => {
  const amr = await make(silentAmr(2), 'amr');
  expect(amr).toMatchObject({ kind: 'made', type: 'audio/mp4' });
  expect(streamsOf((amr as { path: string }).path).streams).toEqual([{ codec_name: 'aac' }]);
  const wma = makeMedia('asf', ['sine=d=0.5'], ['-c:a', 'wmav2']);
  expect(await make(wma, 'asf')).toMatchObject({ kind: 'made', type: 'audio/mp4' });
  const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  expect(await make(makeMedia('mp4', ['testsrc2=s=64x64:d=0.2', 'sine=d=0.2'], h264), 'mp4')).toEqual({ kind: 'none' });
  expect(await make(makeMedia('wav', ['sine=d=0.2'], []), 'wav')).toEqual({ kind: 'none' });
  expect(await make(makeMedia('wav', ['sine=d=0.2'], ['-c:a', 'adpcm_ms']), 'wav')).toMatchObject({ kind: 'made', type: 'audio/mp4' });
});

test.skipIf(!ffmpeg)('a file that names other files or addresses has none of them read', lacking.ffmpeg, async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, answer) => {
    asked.push(request.url);
    answer.end('#EXTM3U\n');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // A neighbour with an ending that playlists may name.
  const canary = path.join(place, 'canary.m4a');
  writeFileSync(canary, makeMedia('mp4', ['sine=d=0.5'], ['-c:a', 'aac']));
  for (const target of ['canary.m4a', `file:${canary}`, `http://127.0.0.1:${port}/canary.m4a`]) {
    const playlist = `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n${target}\n#EXT-X-ENDLIST\n`;
    for (const text of [playlist, `ffconcat version 1.0\nfile '${target}'\n`])
      for (const found of ['avi', 'mov', 'mkv', 'mts', 'amr'])
        expect(await make(Buffer.from(text), found), `${found} ${text}`).toEqual({ kind: 'failed', reason: 'unreadable' });
    // A subtitle that is a playlist: readers of files within files choose by content once more.
    expect(await make(hostileAvi(playlist), 'avi')).toMatchObject({ kind: 'failed' });
  }
  expect(asked).toEqual([]);
});

test.skipIf(!ffmpeg)(
  'a file that is too long, takes too long, grows too large or cannot be read is refused with that reason',
  lacking.ffmpeg,
  async () => {
    const failed = (reason: string) => ({ kind: 'failed', reason });
    expect(await make(silentAmr(5), 'amr', { limits: { ...limits, longestSeconds: 4 } })).toEqual(failed('too_long'));
    const noise = makeMedia('avi', ['testsrc2=s=640x480:d=6:r=25,noise=alls=100:allf=t'], ['-c:v', 'mpeg4', '-q:v', '10']);
    expect(await make(noise, 'avi', { limits: { ...limits, copySeconds: 1 } })).toEqual(failed('too_slow'));
    expect(await make(noise, 'avi', { limits: { ...limits, largestCopyBytes: 200_000 } })).toEqual(failed('too_large'));
    expect(await make(noise.subarray(0, 200), 'avi')).toEqual(failed('unreadable'));
    expect(await make(Buffer.from('#!AMR\n'), 'amr')).toEqual(failed('unreadable'));
  },
);

test('a program that is not there, or is no ffmpeg, makes no copy', async () => {
  expect(await make(silentAmr(1), 'amr', { ffmpeg: '/nowhere/ffmpeg' })).toEqual({ kind: 'failed', reason: 'no_program' });
  expect(await make(silentAmr(1), 'amr', { ffmpeg: '/bin/false' })).toEqual({ kind: 'failed', reason: 'unreadable' });
});

test('a copy that is stopped fails for whoever waits, so that it is made again', async () => {
  const stop = new AbortController();
  stop.abort();
  await expect(make(silentAmr(1), 'amr', { ffmpeg: '/bin/cat', signal: stop.signal })).rejects.toThrow('not finished');
});
