import { cutText } from '@parley/contract';
import type { InboundAbout, InboundContent } from '@parley/vendors';
import type { InboundDetail } from './inbound.message.ts';

type FormAnswers = Readonly<Record<string, unknown>>;

/** A detail is stored with the chat's entry and sent to everybody who has the chat open, so a vendor's callback of 3 MB does not become one. */
export const detailLimits = {
  answers: 50,
  answerLength: 300,
  formBytes: 16 * 1024,
  payloadBytes: 2 * 1024,
  textLength: 1000,
  contacts: 10,
  phones: 5,
  phoneLength: 40,
};

type Carried = { content: InboundContent; answers: string; isAutomatic?: boolean; about?: InboundAbout | undefined };

/** Builds a message's detail beside its words, within the limits; undefined for plain words. */
export function detailOf({ content, answers, isAutomatic, about }: Carried): InboundDetail | undefined {
  const answered = {
    ...(answers === '' ? {} : { answers: short(answers) }),
    ...(isAutomatic ? { isAutomatic: true as const } : {}),
    ...(about ? { about: { kind: about.kind, title: short(about.title), text: short(about.text), url: short(about.url) } } : {}),
  };
  switch (content.kind) {
    case 'reply':
      return { kind: 'reply', payload: cutBytes(content.id, detailLimits.payloadBytes), ...answered };
    case 'form':
      return { kind: 'form', name: short(content.name), form: cutForm(content.answers), ...answered };
    case 'location': {
      const { latitude, longitude, name, address } = content;
      return { kind: 'location', latitude, longitude, name: short(name), address: short(address), ...answered };
    }
    case 'contacts': {
      const contacts = content.contacts.slice(0, detailLimits.contacts).map(({ name, phones }) => ({
        name: short(name),
        phones: phones.slice(0, detailLimits.phones).map((phone) => cutText(phone, detailLimits.phoneLength)),
      }));
      return { kind: 'contacts', contacts, ...answered };
    }
    case 'media':
      return { kind: 'media', media: content.media, ...answered };
    default:
      return Object.keys(answered).length === 0 ? undefined : { kind: 'text', ...answered };
  }
}

const short = (text: string): string => cutText(text, detailLimits.textLength);

/** The first answers that fit; one that is too long is cut, and a list or group that is too long becomes a cut text of its JSON. */
function cutForm(answers: FormAnswers): FormAnswers {
  const kept: Record<string, unknown> = {};
  let bytes = 2;
  for (const [name, answer] of Object.entries(answers).slice(0, detailLimits.answers)) {
    const [key, value] = [cutText(name, detailLimits.answerLength), cutAnswer(answer)];
    bytes += Buffer.byteLength(JSON.stringify({ [key]: value })) - 1;
    if (bytes > detailLimits.formBytes) break;
    // A field may be called "__proto__": an assignment would set the prototype.
    Object.defineProperty(kept, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return kept;
}

function cutAnswer(answer: unknown): unknown {
  if (typeof answer === 'string') return cutText(answer, detailLimits.answerLength);
  const json = JSON.stringify(answer) ?? '';
  return json.length <= detailLimits.answerLength ? answer : cutText(json, detailLimits.answerLength);
}

/** The beginning of a text that is no longer in UTF-8 than the limit, without a part of a character. */
function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  let end = most;
  // Bytes 10xxxxxx continue the character before them.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString();
}
