import { createHash, randomInt } from 'node:crypto';
import { type CaptchaPlace, hasZeroBits, proofText, readProofAnswer } from '@parley/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Db } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Deps } from '../../../deps.ts';
import { drawCaptcha } from './captcha.glyphs.ts';
import { makeCaptchaText, normaliseCaptchaAnswer } from './captcha.rules.ts';

const validMs = 5 * 60_000;

export type Captcha = { captchaId: string; captcha: string; proofBits: number; isRequired: boolean };
export type CaptchaAnswer = { captcha: string; captchaId: string };
type CaptchaDeps = Pick<Deps, 'config' | 'db' | 'now'>;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The stored mark of a proof of work: no text that anybody can send has this hash. */
const proofMark = (captchaId: string): Buffer => sha256(`a proof for ${captchaId}`);

/** The id is part of the hashed text, so equal answers do not look alike. */
function hashAnswer(captchaId: string, answer: string, proofBits: number): Buffer {
  const counter = readProofAnswer(answer);
  if (counter !== undefined && hasZeroBits(sha256(proofText(captchaId, counter)), proofBits)) return proofMark(captchaId);
  return sha256(`${captchaId}:${normaliseCaptchaAnswer(answer)}`);
}

async function addCaptcha(db: Db, captchaId: string, place: CaptchaPlace, hashes: readonly Buffer[], now: Date): Promise<void> {
  const until = new Date(now.getTime() + validMs);
  await sql`select add_captcha(${captchaId}, ${place}, ${hashes}::bytea[], ${now}, ${until})`.execute(db);
}

/** A picture, whose letters or a proof of work are the answer: once, within five minutes. */
export async function makeCaptcha({ config, db, now }: CaptchaDeps, place: CaptchaPlace): Promise<Captcha> {
  if (!config.isCaptchaOn) return { captchaId: '', captcha: '', proofBits: 0, isRequired: false };
  const captchaId = newId();
  const text = makeCaptchaText((below) => randomInt(below));
  const random = () => randomInt(1_000_000) / 1_000_000;
  const picture = await sharp(Buffer.from(drawCaptcha(text, random)))
    .png({ compressionLevel: 9 })
    .toBuffer();
  await addCaptcha(db, captchaId, place, [hashAnswer(captchaId, text, config.captchaProofBits), proofMark(captchaId)], now());
  return { captchaId, captcha: picture.toString('base64'), proofBits: config.captchaProofBits, isRequired: true };
}

/** @throws DomainError captcha.wrong; the captcha is used up either way */
export async function assertCaptcha(
  { config, db, now }: CaptchaDeps,
  place: CaptchaPlace,
  { captcha, captchaId }: CaptchaAnswer,
): Promise<void> {
  if (!config.isCaptchaOn) return;
  if (captcha.trim() === '') throw new DomainError('captcha.wrong', 'Please enter captcha.', {});
  if (isUuid(captchaId)) {
    const hash = hashAnswer(captchaId, captcha, config.captchaProofBits);
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
  if (config.isCaptchaOn) await addCaptcha(db, captchaId, place, [hashAnswer(captchaId, captcha, config.captchaProofBits)], now());
}
