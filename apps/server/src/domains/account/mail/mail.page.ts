import type { KeptMail } from '#platform/mail/mailer.ts';
import { escapeHtml } from './mail.template.ts';

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2b33}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem;border-bottom:1px solid #cbd5da;overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f3f5f6;padding:1rem;border-radius:8px}
iframe{width:100%;height:36rem;border:1px solid #cbd5da;border-radius:8px}
</style></head><body><main>${body}</main></body></html>`;

/** The mails that were kept instead of sent, for developers. */
export function renderMailList(mails: readonly KeptMail[]): string {
  const rows = mails
    .map(
      (mail) =>
        `<tr><td><a href="/dev/mail/${encodeURIComponent(mail.id)}">${escapeHtml(mail.subject)}</a></td><td>${escapeHtml(mail.to)}</td><td><time datetime="${escapeHtml(mail.sentAt)}">${escapeHtml(mail.sentAt)}</time></td></tr>`,
    )
    .join('');
  const list = rows
    ? `<table><thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead><tbody>${rows}</tbody></table>`
    : '<p>No mail yet.</p>';
  return page('Mails', `<h1>Mails</h1><p>Without SMTP_URL mails are kept here. The newest is first.</p>${list}`);
}

/** Addresses in the text become links; everything else stays text. */
const linked = (text: string) => escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

/** Pictures stand in the page itself: it may fetch nothing. */
const withPictures = ({ html, pictures = [] }: KeptMail): string =>
  pictures.reduce((page, { id, png }) => page.replaceAll(`cid:${id}`, `data:image/png;base64,${png}`), html);

const renderFiles = ({ attachments = [] }: KeptMail): string =>
  attachments.map(({ name, text }) => `<h2>${escapeHtml(name)}</h2><pre>${escapeHtml(text)}</pre>`).join('');

export function renderMailPage(mail: KeptMail): string {
  return page(
    mail.subject,
    `<p><a href="/dev/mail">All mails</a></p><h1>${escapeHtml(mail.subject)}</h1><p>From ${escapeHtml(mail.fromName)} to ${escapeHtml(mail.to)}, ${escapeHtml(mail.sentAt)}</p><h2>Text</h2><pre>${linked(mail.text)}</pre>${renderFiles(mail)}<h2>HTML</h2><iframe title="The mail as HTML" sandbox="allow-popups" srcdoc="${escapeHtml(withPictures(mail))}"></iframe>`,
  );
}
