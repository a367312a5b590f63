import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import { endpoints } from '@parley/contract';
import { createArtifact, createBucket, storeUpload } from '../src/domains/file/door.ts';
import type { Past } from './demo-history.past.ts';
import { daysBefore } from './demo-history.plan.ts';

type Colour = readonly [number, number, number];

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A banner that goes from one colour to another. */
function makeBanner(from: Colour, to: Colour): Buffer {
  const [width, height] = [640, 320];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // eight bits a channel, red, green and blue
  const line = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x += 1)
    line.set(
      from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * (x / width))),
      1 + x * 3,
    );
  const lines = Buffer.concat(Array.from({ length: height }, () => line));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(lines)), pngChunk('IEND', Buffer.alloc(0))]);
}

/** A page of plain lines. */
function makeLeaflet(lines: readonly string[]): Buffer {
  const text = lines.map((line, row) => `1 0 0 1 60 ${760 - row * 22} Tm (${line}) Tj`).join('\n');
  const content = `BT /F1 13 Tf\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(file, 'latin1');
}

type Item = { daysAgo: number; bucket: 'Festive offers' | 'Help with orders'; file?: { name: string; bytes: () => Buffer }; data: object };

const items: readonly Item[] = [
  {
    daysAgo: 27,
    bucket: 'Festive offers',
    file: { name: 'festive-banner.png', bytes: () => makeBanner([199, 80, 40], [240, 180, 60]) },
    data: { type: 'IMAGE', name: 'Festive banner', desc: 'Head of the festive offers' },
  },
  {
    daysAgo: 24,
    bucket: 'Festive offers',
    file: { name: 'monsoon-banner.png', bytes: () => makeBanner([31, 111, 120], [120, 190, 170]) },
    data: { type: 'IMAGE', name: 'Monsoon banner', desc: 'Umbrellas and raincoats' },
  },
  {
    daysAgo: 22,
    bucket: 'Help with orders',
    file: {
      name: 'returns.pdf',
      bytes: () =>
        makeLeaflet(['Demo shop: returns', '', 'Send anything back within 30 days.', 'The refund follows within five working days.']),
    },
    data: { type: 'DOC', name: 'How to return an item', desc: 'For parcels and for agents' },
  },
  {
    daysAgo: 20,
    bucket: 'Help with orders',
    data: { type: 'LOCATION', name: 'Demo shop', address: 'Demo shop, Market Road, Mumbai', latitude: 18.94, longitude: 72.83 },
  },
  {
    daysAgo: 18,
    bucket: 'Help with orders',
    data: { type: 'URL', name: 'Track an order', title: 'Track an order', url: 'https://shop.example/track' },
  },
  {
    daysAgo: 15,
    bucket: 'Help with orders',
    data: { type: 'MSG', name: 'Courier on the way', message: 'Your parcel is with our courier and arrives before six this evening.' },
  },
  {
    daysAgo: 9,
    bucket: 'Festive offers',
    data: {
      type: 'MSG',
      name: 'Festive greeting',
      message: 'A bright festive season to you and your family, from all of us at Demo shop.',
    },
  },
];

/** Attachments in two shared buckets. */
export async function makeLibrary(past: Past): Promise<void> {
  const ctx = past.as('admin@demo.example');
  past.goTo(daysBefore(past.mark, 28));
  const buckets = new Map<string, string>();
  for (const name of new Set(items.map(({ bucket }) => bucket))) buckets.set(name, (await createBucket(ctx, { name, isPublic: true })).id);
  for (const { daysAgo, bucket, file, data } of items) {
    past.goTo(daysBefore(past.mark, daysAgo));
    const upload =
      file && (await storeUpload(ctx, { file: Readable.from([file.bytes()]), filename: file.name }, { createdBy: ctx.actor.userId }));
    const save = { bucketId: buckets.get(bucket), isPublic: true, data: { ...data, fileId: upload?.id ?? '' } };
    await createArtifact(ctx, endpoints.artifacts.create.body.parse(save));
  }
}
