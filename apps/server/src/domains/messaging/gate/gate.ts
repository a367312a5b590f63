import { type SkipReason, showInstant, type TemplateStatus } from '@parley/contract';

/** The gate's facts about one message (screens.md 0.2). */
export type GateFacts = {
  /** null: the number is no valid one */
  address: string | null;
  isRepeated: boolean;
  isBlocked: boolean;
  isOptedOut: boolean;
  isMarketing: boolean;
  isChannelActive: boolean;
  /** null: free text */
  template: { status: TemplateStatus; hasMedia: boolean } | null;
  missing: readonly string[];
  /** True if the channel refuses the template with its values */
  isTooLong: boolean;
  /** Free text on a channel with a window */
  isWindowClosed: boolean;
  isCapped: boolean;
  /** The calendar of the run is open within the recipient's quiet hours alone */
  isNeverOpen: boolean;
  hasBalance: boolean;
};

/** The first check that fails decides; undefined lets the message pass. */
export function decideGate(facts: GateFacts): SkipReason | undefined {
  if (facts.address === null) return 'INVALID_NUMBER';
  if (facts.isRepeated) return 'DUPLICATE';
  if (facts.isBlocked) return 'BLOCKED';
  if (facts.isMarketing && facts.isOptedOut) return 'OPTED_OUT';
  if (!facts.isChannelActive) return 'CHANNEL_DOWN';
  if (facts.template && (facts.template.status !== 'APPROVED' || !facts.template.hasMedia)) return 'TEMPLATE_NOT_READY';
  if (facts.missing.length > 0) return 'MAPPING_MISSING';
  if (facts.isTooLong) return 'VALUE_TOO_LONG';
  if (facts.template === null && facts.isWindowClosed) return 'WINDOW_CLOSED';
  if (facts.isMarketing && facts.isCapped) return 'CAPPED';
  if (facts.isNeverOpen) return 'NEVER_OPEN';
  if (!facts.hasBalance) return 'NO_BALANCE';
  return undefined;
}

export type QuietHours = { isOn: boolean; from: string; to: string };

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/**
 * Returns the time at which a marketing message may leave: now, or at the end of the quiet hours, which may pass midnight.
 * @param timeZone of the enterprise, IANA
 */
export function afterQuietHours(now: Date, { isOn, from, to }: QuietHours, timeZone: string): Date {
  if (!isOn || from === to) return now;
  const [clock, start, end] = [showInstant(now, 'clock', timeZone), from, to].map(minutesOf) as [number, number, number];
  const isQuiet = start < end ? clock >= start && clock < end : clock >= start || clock < end;
  if (!isQuiet) return now;
  const minutes = (end - clock + 1440) % 1440;
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 + minutes * 60_000);
}

const farthestMs = 400 * 86_400_000;

/**
 * Returns the first time that is neither quiet nor closed; null: there is none within 400 days.
 * @param afterQuiet the time itself, or the end of the quiet hours then
 * @param opensAt the time itself while it is open; null: it opens no more
 */
export function firstAllowed(now: Date, afterQuiet: (at: Date) => Date, opensAt: (at: Date) => Date | null): Date | null {
  for (let at = now; at.getTime() - now.getTime() <= farthestMs; ) {
    const awake = afterQuiet(at);
    const open = opensAt(awake);
    if (open === null || open.getTime() === awake.getTime()) return open;
    at = open;
  }
  return null;
}

/** Returns the first time that is quiet in none of the zones; if one always is, the time at which the first is over. */
export function afterAllQuietHours(now: Date, hours: QuietHours, timeZones: readonly string[]): Date {
  let at = now;
  // Each round passes at least one night; of more than a day some zone is always quiet.
  for (let rounds = 0; rounds < timeZones.length; rounds += 1) {
    const later = timeZones.map((zone) => afterQuietHours(at, hours, zone)).find((time) => time > at);
    if (!later) return at;
    at = later;
  }
  return at;
}
