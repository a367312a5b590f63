/** A length of time as clocks show it: 1:05, or 2:03:00; a dash where there is none. */
export function showSeconds(seconds: number | null): string {
  if (seconds === null) return '–';
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
