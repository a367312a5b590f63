import { Readable } from 'node:stream';
import { ensureSets, parseUpload, receiveCsv, submitUpload, workOnImports } from '../src/domains/customer/door.ts';
import type { Past } from './demo-history.past.ts';
import { daysBefore } from './demo-history.plan.ts';
import { createRandom } from './random.ts';

type File = { daysAgo: number; name: string; group: string; rows: number; refused: readonly string[] };

const header = 'Name,Phone Number,City,Plan';
const mapping = ['name', 'phoneNumber', 'city', 'plan'];
const given = ['Meera', 'Kabir', 'Tara', 'Arjun', 'Leela', 'Nikhil', 'Pooja', 'Sameer', 'Ritu', 'Dhruv'];
const family = ['Joshi', 'Pillai', 'Banerjee', 'Kulkarni', 'Naidu', 'Saxena', 'Thomas', 'Gill'];
const cities = ['Mumbai', 'Pune', 'Nashik', 'Surat', 'Thane'];

const files: readonly File[] = [
  {
    daysAgo: 26,
    name: 'spring-fair.csv',
    group: 'Newcomers',
    rows: 36,
    refused: ['Anil Shah,12345,Mumbai,Gold', 'Bela Roy,+919000120001,Pune,Platinum'],
  },
  { daysAgo: 16, name: 'wholesale-partners.csv', group: 'Wholesale', rows: 14, refused: ['Kirana Corner,,Surat,Silver'] },
  { daysAgo: 5, name: 'newsletter.csv', group: '', rows: 28, refused: ['Maya Sen,+919000010003,Thane,Basic', 'Om Puri,98,Mumbai,Basic'] },
];

/** Customers of a file have numbers behind those of the phone book. */
function toCsv({ rows, refused }: File, first: number): string {
  const random = createRandom(first);
  const lines = Array.from(
    { length: rows },
    (_, index) =>
      `${random.pick(given)} ${random.pick(family)},+9190000${first + index},${random.pick(cities)},${random.pick(['Basic', 'Silver', 'Gold'])}`,
  );
  return [header, ...lines, ...refused, ''].join('\n');
}

/** Imported files, each with rows that were refused. */
export async function makeImports(past: Past): Promise<void> {
  const ctx = past.as('maker@demo.example');
  for (const [index, file] of files.entries()) {
    past.goTo(daysBefore(past.mark, file.daysAgo));
    const bytes = Buffer.from(toCsv(file, 21_000 + index * 1000));
    const { name, url } = await receiveCsv(ctx, { file: Readable.from([bytes]), filename: file.name });
    const { uploadId } = await parseUpload(ctx, { file: { name, path: url, source: 'URL' } });
    const [groupId = ''] = file.group === '' ? [] : await ensureSets(past.tx, ctx.enterpriseId, 'group', [file.group], null);
    const headerMapping = header.split(',').map((src, column) => ({ src, des: mapping[column] as string }));
    await submitUpload(ctx, uploadId, { headerMapping, groupId });
    past.pass(4);
    await workOnImports(past.ctx);
  }
}
