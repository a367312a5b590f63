import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './folders.ts';

/** A recording or video as ffmpeg makes it. @param inputs its generators. @param options how it is encoded */
export function makeMedia(format: string, inputs: readonly string[], options: readonly string[]): Buffer {
  const file = path.join(makeFolder('media'), 'made');
  const given = inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]);
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...given, ...options, '-f', format, file]);
  const content = readFileSync(file);
  rmSync(file);
  return content;
}

/** A voice note of a phone that says nothing: frames of 20 ms, of 12.2 kbit/s. */
export const silentAmr = (seconds: number): Buffer =>
  Buffer.concat([
    Buffer.from('#!AMR\n'),
    ...Array.from({ length: seconds * 50 }, () => Buffer.from([0x3c, ...new Array<number>(31).fill(0)])),
  ]);

const chunk = (name: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8, name);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
};
const words = (...numbers: number[]): Buffer => Buffer.concat(numbers.map((number) => Buffer.from(new Uint32Array([number]).buffer)));

/** An AVI with a subtitle track (GAB2) whose content is a playlist. */
export function hostileAvi(playlist: string): Buffer {
  const header = chunk('avih', words(40_000, 0, 0, 0x10, 1, 0, 1, 0, 64, 64, 0, 0, 0, 0));
  const stream = chunk('strh', Buffer.from('txts'), words(0, 0, 0, 0, 1, 25, 0, 1, 0, 0, 0, 0, 0));
  const list = chunk('LIST', Buffer.from('hdrl'), header, chunk('LIST', Buffer.from('strl'), stream, chunk('strf', Buffer.alloc(0))));
  const text = Buffer.from(playlist);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  const name = Buffer.alloc(6);
  const gab2 = Buffer.concat([Buffer.from('GAB2\0'), Buffer.from([2, 0]), name.subarray(0, 4), Buffer.from([4, 0]), size, text]);
  return chunk('RIFF', Buffer.from('AVI '), list, chunk('LIST', Buffer.from('movi'), chunk('00tx', gab2)));
}
