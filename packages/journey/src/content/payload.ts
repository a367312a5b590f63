/** Content of our button's payload: the walk that asked, its turn, and the pressed item. @property instance a UUID */
export type Pressed = { instance: string; turn: number; item: string };

const shape = /^j([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.([0-9a-z]{1,6})\.([0-9A-Za-z_-]{1,20})$/;

/** Makes the payload of a button or a row: 64 bytes at most, Telegram's limit. */
export const makePayload = ({ instance, turn, item }: Pressed): string => `j${instance.replaceAll('-', '')}.${turn.toString(36)}.${item}`;

/** @returns undefined for what is no payload of a stream */
export function readPayload(payload: string): Pressed | undefined {
  const found = shape.exec(payload);
  if (!found) return undefined;
  const [, a, b, c, d, e, turn = '', item = ''] = found;
  return { instance: [a, b, c, d, e].join('-'), turn: Number.parseInt(turn, 36), item };
}
