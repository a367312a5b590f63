/** Validity of a mail's link, in milliseconds. */
export const validMs = 7 * 24 * 3_600_000;
const mailsAnHour = 5;
const hourMs = 3_600_000;

/** Tells whether an address is at one of the domains, or at one below it; without any all are. */
export function domainAllows(domains: readonly string[], email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.length === 0 || domains.some((allowed) => domain === allowed || domain.endsWith(`.${allowed}`));
}

/** Times of recent mails with one more, or the seconds to wait: nobody may fill another's inbox. */
export function nextSending(sentAt: readonly Date[], now: Date): { sentAt: Date[] } | { retryAfterSeconds: number } {
  const recent = sentAt.filter((at) => now.getTime() - at.getTime() < hourMs);
  const [oldest] = recent;
  if (oldest && recent.length >= mailsAnHour) return { retryAfterSeconds: Math.ceil((oldest.getTime() + hourMs - now.getTime()) / 1000) };
  return { sentAt: [...recent, now] };
}
