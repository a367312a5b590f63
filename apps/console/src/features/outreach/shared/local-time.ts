/** What a field of date and time shows of an instant: by the clock of whoever types. '' for what is no instant */
export function toLocal(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** The instant that was typed; '' for an empty field */
export const fromLocal = (text: string): string => (Number.isNaN(new Date(text).getTime()) ? '' : new Date(text).toISOString());
