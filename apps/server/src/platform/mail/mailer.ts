import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';

/** A file that a mail carries, as text. */
export type MailFile = { name: string; type: string; text: string };
/** A picture within the HTML of a mail, which shows it as `cid:{id}`. @property png in base64 */
export type MailPicture = { id: string; name: string; png: string };
/** @property unsubscribeUrl takes a POST of the mail program and asks for no login (RFC 8058) */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  fromName: string;
  attachments?: readonly MailFile[];
  pictures?: readonly MailPicture[];
  unsubscribeUrl?: string;
};
export type KeptMail = Mail & { id: string; sentAt: string };
export type Mailer = {
  send: (mail: Mail) => Promise<void>;
  /** Mails that were kept because no SMTP_URL is set, newest first. */
  listKept: () => Promise<KeptMail[]>;
};

const keptLimit = 100;

/** A line break in a header would begin another header. */
const headerText = (text: string) => text.replace(/[\r\n]+/g, ' ');

/** Headers by which a mail program offers its own button. */
const unsubscribing = ({ unsubscribeUrl }: Mail): Record<string, string> =>
  unsubscribeUrl ? { 'List-Unsubscribe': `<${headerText(unsubscribeUrl)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};

/** Sends mails by SMTP when it is configured; otherwise keeps them as files, for /dev/mail to show. */
export function createMailer(smtpUrl: string | undefined, from: string, dataDir: string): Mailer {
  const folder = path.join(dataDir, 'mail');
  const transport = smtpUrl ? createTransport({ url: smtpUrl, connectionTimeout: 10_000, socketTimeout: 20_000 }) : undefined;
  return {
    async send(mail) {
      if (transport) {
        await transport.sendMail({
          from: { name: headerText(mail.fromName), address: from },
          to: headerText(mail.to),
          subject: headerText(mail.subject),
          text: mail.text,
          html: mail.html,
          attachments: [
            ...(mail.pictures ?? []).map(({ id, name, png }) => ({
              ...{ cid: id, filename: name, contentType: 'image/png', contentDisposition: 'inline' as const },
              content: Buffer.from(png, 'base64'),
            })),
            ...(mail.attachments ?? []).map(({ name, type, text }) => ({ filename: name, contentType: type, content: text })),
          ],
          // Asks absence notices and other programs for no answer (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...unsubscribing(mail) },
        });
        return;
      }
      await mkdir(folder, { recursive: true });
      const id = `${Date.now()}-${randomUUID()}`;
      const file = path.join(folder, `${id}.json`);
      await writeFile(`${file}.part`, JSON.stringify({ ...mail, id, sentAt: new Date().toISOString() }), { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    async listKept() {
      const names = await readdir(folder).catch(() => []);
      const newest = names
        .filter((name) => name.endsWith('.json'))
        .sort()
        .reverse()
        .slice(0, keptLimit);
      return Promise.all(newest.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as KeptMail));
    },
  };
}
