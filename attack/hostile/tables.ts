import { type HostileFile, mega } from './hostile-file.ts';

const table = (name: string, make: () => Buffer): HostileFile => ({
  name,
  kind: 'csv',
  fileName: 'customers.csv',
  contentType: 'text/csv',
  make,
});
const head = 'Name,Phone Number\n';

export const hostileTables: readonly HostileFile[] = [
  table('a line of 20 million commas', () => Buffer.alloc(20 * mega, ',')),
  table('a line of 20 million commas below a header', () => Buffer.concat([Buffer.from(head), Buffer.alloc(20 * mega, ',')])),
  table('rows of 60,000 cells each', () => Buffer.concat([Buffer.from(head), Buffer.from(`${','.repeat(60_000)}\n`.repeat(150))])),
  table('a header of 100,000 columns', () => Buffer.from(`${Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(',')}\n1,2\n`)),
  table('a quote that is never closed', () => Buffer.from(`${head}"${'a,b\n'.repeat(2 * mega)}`)),
  table('a million lines with a broken quote', () => Buffer.from(`${head}${'x"y,1\n'.repeat(mega)}`)),
  table('nothing but line ends', () => Buffer.alloc(10 * mega, '\n')),
  table('two columns of one letter, five million rows', () => Buffer.from(`${head}${'a,b\n'.repeat(5 * mega)}`)),
  table('text with U+0000 in every cell', () => Buffer.from(`${head}${'\0a,+919820000001\n'.repeat(1000)}`)),
];
