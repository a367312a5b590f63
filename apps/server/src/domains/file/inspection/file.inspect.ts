import { mostPixels, uploadTexts } from '@parley/contract';
import { defineConfined } from '#platform/confined/confined.task.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Inspected, Picture } from './file.inspect.read.ts';

const readInspected = defineConfined<{ path: string; wantsText: boolean; wantsPicture: boolean }, Inspected>({
  module: new URL('./file.inspect.read.ts', import.meta.url),
  timeoutMs: 10_000,
});
const readInspectedPicture: typeof readInspected = { ...readInspected, subject: 'The picture' };

/** Looks at what an upload is; nothing of it is decoded. */
export const inspectFile = (
  ctx: Pick<EnterpriseContext, 'confined'>,
  path: string,
  { wantsText = false, wantsPicture = false } = {},
): Promise<Inspected> => ctx.confined.run(wantsPicture ? readInspectedPicture : readInspected, { path, wantsText, wantsPicture });

/** A picture is unfolded to four bytes for each of its pixels, whatever its file measures. @throws DomainError file.image_limits */
export function assertPixels({ widthPx, heightPx, pageCount }: Picture): void {
  if (widthPx * heightPx * pageCount > mostPixels) throw new DomainError('file.image_limits', uploadTexts.tooManyPixels, {});
}
