import { newId } from '#platform/ids.ts';

/** An id of a moment (UUIDv7). Reports find messages by the time in their ids, so that is the time of the context, not of this machine. */
export function idAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}

/** Below every id of that moment, and above all before it. */
export function firstIdAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
