import { readFile, writeFile } from 'node:fs/promises';
import type { MailPerson } from '@parley/contract';
// Its file alone, not every vendor.
import { htmlToText } from '@parley/vendors/html-text';
import { type AddressObject, type Attachment, type ParsedMail as Parsed, simpleParser } from 'mailparser';
import { cleanPage, largestPage } from '../mail-page/page.clean.ts';
import { mailLimits, type ParsedMail, type ReadFile } from './mail.limits.ts';
import { readReport } from './mail.report.ts';
import { structureFault } from './mail.structure.ts';

const mostPeople = 50;
const kept =
  /^(message-id|in-reply-to|references|date|return-path|authentication-results|auto-submitted|precedence|list-.+|x-auto.+|content-type|delivered-to|envelope-to|x-original-to|x-forwarded-(to|for))$/;
const mostValues = 10;
const longestValue = 8000;

/** Everybody of an address line, members of groups too. */
function peopleOf(given: AddressObject | AddressObject[] | undefined): MailPerson[] {
  const list = [given ?? []].flat().flatMap(({ value }) => value);
  return list
    .flatMap((one) => (one.group ? one.group : [one]))
    .map(({ name, address = '' }) => ({ name: name.slice(0, 300), address: address.slice(0, 254) }))
    .filter(({ address }) => address.includes('@'));
}

function headersOf({ headerLines }: Parsed): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { key, line } of headerLines) {
    if (!kept.test(key)) continue;
    const value = line
      .slice(line.indexOf(':') + 1)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, longestValue);
    const values = Object.hasOwn(found, key) ? (found[key] ?? []) : [];
    if (values.length < mostValues) Object.defineProperty(found, key, { value: [...values, value], enumerable: true, configurable: true });
  }
  return found;
}

const extensions: Record<string, string> = {
  'message/rfc822': '.eml',
  'text/plain': '.txt',
  'text/html': '.html',
  'text/calendar': '.ics',
};
const nameOf = ({ filename, contentType }: Attachment, place: number): string =>
  filename?.trim() || `${contentType === 'message/rfc822' ? 'mail' : 'file'}-${place + 1}${extensions[contentType] ?? ''}`;

/** Parts of a delivery report are read, not kept: what they say stands in the message. */
function reportOf(parsed: Parsed, headers: Record<string, string[]>): ParsedMail['report'] {
  if (!/^multipart\/report\b[^\n]*delivery-status/i.test(headers['content-type']?.[0] ?? '')) return null;
  const textOf = (pattern: RegExp) => parsed.attachments.find(({ contentType }) => pattern.test(contentType))?.content.toString() ?? '';
  const returned = textOf(/^(message\/(rfc822|global)|text\/rfc822-headers)/);
  return readReport(textOf(/^message\/(global-)?delivery-status/), returned);
}

async function readOne(path: string): Promise<{ mail: ParsedMail } | { refused: string }> {
  const raw = await readFile(path);
  const fault = structureFault(raw);
  if (fault !== '') return { refused: fault };
  const parsed = await simpleParser(raw, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    keepCidLinks: true,
    keepDeliveryStatus: true,
    ignoreEmbedded: true,
    checksumAlgo: false,
  } as Parameters<typeof simpleParser>[1]);
  const headers = headersOf(parsed);
  const report = reportOf(parsed, headers);
  const attached = report ? [] : parsed.attachments.slice(0, mailLimits.files);
  const files: ReadFile[] = [];
  for (const [place, attachment] of attached.entries()) {
    const file = `${path}.${place}`;
    await writeFile(file, attachment.content, { mode: 0o600 });
    files.push({ path: file, name: nameOf(attachment, place), mimeType: attachment.contentType });
  }
  const html = parsed.html || '';
  if (html.length > largestPage) {
    await writeFile(`${path}.page`, html, { mode: 0o600 });
    files.push({ path: `${path}.page`, name: 'mail.html', mimeType: 'text/html' });
  }
  const cids = new Map(attached.flatMap(({ cid }, place) => (cid ? [[cid, place] as const] : [])));
  const from = peopleOf(parsed.from);
  const fromLines = parsed.headerLines.filter(({ key }) => key === 'from').length;
  return {
    mail: {
      from: from[0] ?? { name: '', address: '' },
      fromCount: Math.max(fromLines, from.length),
      to: peopleOf(parsed.to).slice(0, mostPeople),
      cc: peopleOf(parsed.cc).slice(0, mostPeople),
      subject: (parsed.subject ?? '').slice(0, 1000),
      text: (parsed.text?.trim() ? parsed.text : htmlToText(html)).slice(0, mailLimits.text),
      page: html === '' || html.length > largestPage ? '' : cleanPage(html, cids),
      headers,
      files,
      left: report ? 0 : parsed.attachments.length - attached.length,
      report,
    },
  };
}

/** Runs in a confined process. */
export default async function* read({ paths }: { paths: readonly string[] }): AsyncGenerator<{ mail: ParsedMail } | { refused: string }> {
  for (const path of paths) yield await readOne(path);
}
