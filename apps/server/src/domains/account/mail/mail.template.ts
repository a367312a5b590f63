import type { WhiteLabel } from '@parley/contract';
import type { Mail } from '#platform/mail/mailer.ts';

/** One of several things that a mail tells of. @property url '' where it leads nowhere */
export type MailLine = { title: string; text: string; url: string };

/** A chart, drawn above its numbers. @property id of a picture of the mail @property words what it shows, for those who do not see it */
export type MailChart = { id: string; words: string };

/** Figures in a mail. @property empty said in place of rows @property foot said below them */
export type MailTable = {
  title: string;
  note: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  empty?: string;
  foot?: string;
  chart?: MailChart;
};

/** The content of a mail: paragraphs, a list, tables, at most one action, and links that tell how to switch such mails off. */
export type MailContent = {
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  lines?: readonly MailLine[];
  tables?: readonly MailTable[];
  action?: { label: string; url: string };
  notes?: readonly { label: string; url: string }[];
};

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** A mail in words and in HTML, in the enterprise's brand; no product name is in it but the brand's (screens 11.4). */
export function renderMail(
  to: string,
  brand: WhiteLabel,
  { subject, greeting, paragraphs, lines = [], tables = [], action, notes = [] }: MailContent,
): Mail {
  const title = brand.info.title;
  const footer = brand.mail.footer || title;
  const text = [
    greeting,
    ...paragraphs,
    ...lines.map((line) => [line.title, line.text, line.url].filter(Boolean).join('\n')),
    ...tables.map(tableText),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes.map(({ label, url }) => `${label}:\n${url}`),
    ...(brand.info.supportContact ? [`Questions? ${brand.info.supportContact}`] : []),
    `-- \n${footer}`,
  ].join('\n\n');
  const { primary, primaryText } = brand.colors;
  const body = [greeting, ...paragraphs].map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join('');
  const list = lines.map(renderLine).join('') + tables.map(renderTable).join('');
  const links = notes
    .map(
      ({ label, url }) =>
        `<p style="margin:16px 0 0;font-size:13px"><a href="${escapeHtml(url)}" target="_blank" style="color:#5b6b73">${escapeHtml(label)}</a></p>`,
    )
    .join('');
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" target="_blank" style="background:${primary};color:${primaryText};padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:600;display:inline-block">${escapeHtml(action.label)}</a></p><p style="margin:0 0 16px;font-size:13px;color:#5b6b73">If the button does not work, copy this address: ${escapeHtml(action.url)}</p>`
    : '';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="margin:0;background:#f3f5f6;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1c2b33"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px"><table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%;background:#ffffff;border-radius:12px"><tr><td style="padding:32px;overflow-wrap:anywhere"><h1 style="margin:0 0 24px;font-size:20px">${escapeHtml(title)}</h1>${body}${list}${button}${links}<p style="margin:24px 0 0;font-size:13px;color:#5b6b73">${escapeHtml(footer)}${brand.info.supportContact ? `<br>${escapeHtml(brand.info.supportContact)}` : ''}</p></td></tr></table></td></tr></table></body></html>`;
  return { to, subject, text, html, fromName: brand.mail.senderName || title };
}

function renderLine({ title, text, url }: MailLine): string {
  const head = url
    ? `<a href="${escapeHtml(url)}" target="_blank" style="color:#1c2b33;font-weight:600">${escapeHtml(title)}</a>`
    : `<strong>${escapeHtml(title)}</strong>`;
  const below = text ? `<br><span style="color:#5b6b73">${escapeHtml(text)}</span>` : '';
  return `<p style="margin:0 0 12px;padding:12px 16px;border:1px solid #dfe5e8;border-radius:8px">${head}${below}</p>`;
}

const tableText = ({ title, note, head, rows, empty, foot }: MailTable): string =>
  [
    [title, note].filter(Boolean).join(' – '),
    ...(empty ? [empty] : []),
    ...(rows.length > 0 ? [head, ...rows].map((cells) => cells.join(' | ')) : []),
    ...(foot ? [foot] : []),
  ].join('\n');

/** Its ground is white in dark mails too. */
const renderChart = ({ id, words }: MailChart): string =>
  `<img src="cid:${escapeHtml(id)}" alt="${escapeHtml(words)}" width="496" style="display:block;width:100%;max-width:496px;height:auto;margin:8px 0 12px;border-radius:8px;background:#ffffff;color:#5b6b73;font-size:13px">`;

function renderTable({ title, note, head, rows, empty, foot, chart }: MailTable): string {
  const side = (place: number) => (place === 0 ? 'left' : 'right');
  const cells = (tag: 'th' | 'td', row: readonly string[]) =>
    row
      .map(
        (cell, place) =>
          `<${tag} align="${side(place)}" style="padding:6px 8px;border-bottom:1px solid #dfe5e8;font-weight:${tag === 'th' ? 600 : 400}${place === 0 ? '' : ';white-space:nowrap'}">${escapeHtml(cell)}</${tag}>`,
      )
      .join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
  const table =
    rows.length > 0
      ? `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:14px"><tr>${cells('th', head)}</tr>${body}</table>`
      : '';
  const grey = (text: string | undefined) => (text ? `<p style="margin:4px 0;font-size:13px;color:#5b6b73">${escapeHtml(text)}</p>` : '');
  return `<div style="margin:0 0 20px"><h2 style="margin:0;font-size:16px">${escapeHtml(title)}</h2>${grey(note)}${chart ? renderChart(chart) : ''}${table}${grey(empty)}${grey(foot)}</div>`;
}
