import { mailLimits } from './mail.limits.ts';

const newLine = 0x0a;
const dash = 0x2d;
const longestBoundary = 200;
const longestHeader = 64 * 1024;

const boundaryOf = (headers: string): string | undefined => {
  const type = /^content-type:\s*multipart\/[^;\r\n]+;([\s\S]*?)(?=\r?\n\S|$(?![\s\S]))/im.exec(headers)?.[1];
  if (type === undefined) return undefined;
  const [, quoted, plain] = /boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i.exec(type) ?? [];
  return quoted ?? plain;
};

/**
 * Counts the parts of a mail before anything of it is decoded: a parser that builds them all first has no limit of its own.
 * @returns why it is refused; '' where it is not
 */
export function structureFault(raw: Buffer): string {
  const open: string[] = [];
  let [parts, isInHeader, headerStart] = [0, true, 0];
  for (let start = 0; start < raw.length; ) {
    const found = raw.indexOf(newLine, start);
    const end = found === -1 ? raw.length : found;
    if (isInHeader) {
      const isEmpty = end === start || (end === start + 1 && raw[start] === 0x0d);
      if (isEmpty || end - headerStart > longestHeader) {
        isInHeader = false;
        const boundary = boundaryOf(raw.toString('latin1', headerStart, Math.min(end, headerStart + longestHeader)));
        if (boundary !== undefined) open.push(boundary);
        if (open.length > mailLimits.depth) return `It is nested more than ${mailLimits.depth} times.`;
      }
    } else if (raw[start] === dash && raw[start + 1] === dash && open.length > 0) {
      const line = raw.toString('latin1', start + 2, Math.min(end, start + 2 + longestBoundary + 4)).trimEnd();
      const level = open.findLastIndex((boundary) => line === boundary || line === `${boundary}--`);
      if (level !== -1) {
        const isEnd = line !== open[level];
        open.length = isEnd ? level : level + 1;
        if (!isEnd) {
          parts += 1;
          [isInHeader, headerStart] = [true, end + 1];
          if (parts > mailLimits.parts) return `It has more than ${mailLimits.parts} parts.`;
        }
      }
    }
    start = end + 1;
  }
  return '';
}
