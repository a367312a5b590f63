import type { MailPerson } from '@parley/contract';

export const mailLimits = { bytes: 50 * 1024 ** 2, parts: 2000, depth: 20, files: 100, text: 1_000_000 };

/** A file of a mail, which lies at `path` until it is kept. */
export type ReadFile = { path: string; name: string; mimeType: string };
/** One recipient of a delivery report. */
export type Reported = { address: string; action: string; status: string; text: string };
/**
 * A mail as the confined process has read it.
 * @property fromCount lines From, or people in one: more than one is nobody's word
 * @property headers values of those headers that say how it came and what it answers, the topmost first
 * @property page its cleaned page, whose own pictures name their place among `files`
 */
export type ParsedMail = {
  from: MailPerson;
  fromCount: number;
  to: MailPerson[];
  cc: MailPerson[];
  subject: string;
  text: string;
  page: string;
  headers: Record<string, string[]>;
  files: ReadFile[];
  left: number;
  report: { messageId: string; ourId: string; recipients: Reported[] } | null;
};
