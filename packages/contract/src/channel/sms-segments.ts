/** Length of a text by SMS: 160 characters of GSM-7 or 70 of UCS-2, fewer when it takes several segments (channels.md 3.5). */
export type SmsSegments = { encoding: 'GSM-7' | 'UCS-2'; units: number; segmentCount: number; unitsLeft: number };

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const plain = new Set(basic);
/** Sent after an escape, so they count twice. */
const extended = new Set('^{}\\[~]|€\f');

const sizes = { 'GSM-7': { alone: 160, several: 153 }, 'UCS-2': { alone: 70, several: 67 } } as const;

/** Counts the segments of a text. Some parts stay together: an escape with its character, the halves of an emoji. */
export function countSegments(text: string): SmsSegments {
  const characters = [...text];
  const encoding = characters.every((character) => plain.has(character) || extended.has(character)) ? 'GSM-7' : 'UCS-2';
  const widths = characters.map((character) => (encoding === 'UCS-2' ? character.length : extended.has(character) ? 2 : 1));
  const units = widths.reduce((sum, width) => sum + width, 0);
  const { alone, several } = sizes[encoding];
  if (units <= alone) return { encoding, units, segmentCount: units === 0 ? 0 : 1, unitsLeft: alone - units };
  let segmentCount = 1;
  let room: number = several;
  for (const width of widths) {
    if (width > room) {
      segmentCount += 1;
      room = several;
    }
    room -= width;
  }
  return { encoding, units, segmentCount, unitsLeft: room };
}
