import { createHash, randomInt, randomUUIDv7 } from 'node:crypto';
import type { CaptchaPlace } from '@parley/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Deps } from '../../deps.ts';
import { drawCaptcha } from './captcha.glyphs.ts';
import { makeCaptchaQuestion, makeCaptchaText, normaliseCaptchaAnswer } from './captcha.rules.ts';

const validMs = 5 * 60_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type Captcha = { captchaId: string; captcha: string; question: string; isRequired: boolean };
export type CaptchaAnswer = { captcha: string; captchaId: string };
type CaptchaDeps = Pick<Deps, 'config' | 'db' | 'now'>;

/** The id is part of what is hashed, so equal answers do not look alike. */
const hashAnswer = (captchaId: string, answer: string): Buffer =>
  createHash('sha256')
    .update(`${captchaId}:${normaliseCaptchaAnswer(answer)}`)
    .digest();

async function addCaptcha(db: Db, captchaId: string, place: CaptchaPlace, hashes: readonly Buffer[], now: Date): Promise<void> {
  const until = new Date(now.getTime() + validMs);
  await sql`select add_captcha(${captchaId}, ${place}, ${hashes}::bytea[], ${now}, ${until})`.execute(db);
}

/** A picture and a question; either may be answered, once, within five minutes. */
export async function makeCaptcha({ config, db, now }: CaptchaDeps, place: CaptchaPlace): Promise<Captcha> {
  if (!config.isCaptchaOn) return { captchaId: '', captcha: '', question: '', isRequired: false };
  const captchaId = randomUUIDv7();
  const pick = (below: number) => randomInt(below);
  const text = makeCaptchaText(pick);
  const { question, answers } = makeCaptchaQuestion(pick);
  const random = () => randomInt(1_000_000) / 1_000_000;
  const picture = await sharp(Buffer.from(drawCaptcha(text, random)))
    .png({ compressionLevel: 9 })
    .toBuffer();
  const hashes = [text, ...answers].map((answer) => hashAnswer(captchaId, answer));
  await addCaptcha(db, captchaId, place, hashes, now());
  return { captchaId, captcha: picture.toString('base64'), question, isRequired: true };
}

/** @throws DomainError captcha.wrong; the captcha is used up either way */
export async function assertCaptcha(
  { config, db, now }: CaptchaDeps,
  place: CaptchaPlace,
  { captcha, captchaId }: CaptchaAnswer,
): Promise<void> {
  if (!config.isCaptchaOn) return;
  if (captcha.trim() === '') throw new DomainError('captcha.wrong', 'Please enter captcha.', {});
  if (uuid.test(captchaId)) {
    const hash = hashAnswer(captchaId, captcha);
    const { rows } = await sql<{ isRight: boolean }>`select take_captcha(${captchaId}, ${place}, ${hash}, ${now()}) as is_right`.execute(
      db,
    );
    if (rows[0]?.isRight) return;
  }
  throw new DomainError('captcha.wrong', 'The captcha is not right. Please try again.', {});
}

/** The same answer counts once more: for a call that asked a question back and is repeated with the answer to it. */
export async function renewCaptcha(
  { config, db, now }: CaptchaDeps,
  place: CaptchaPlace,
  { captcha, captchaId }: CaptchaAnswer,
): Promise<void> {
  if (config.isCaptchaOn) await addCaptcha(db, captchaId, place, [hashAnswer(captchaId, captcha)], now());
}
