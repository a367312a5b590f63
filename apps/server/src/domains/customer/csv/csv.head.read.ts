import { type CsvHead, parseHead } from './csv.head.ts';

const pieceBytes = 16 * 1024;

export default function read(text: string): Promise<CsvHead> {
  const bytes = Buffer.from(text);
  return parseHead(async function* (byteOffset) {
    for (let from = byteOffset; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
  });
}
