import { logoLimitBytes, type UploadedFile } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { accessUsable, type FileUser, readFilePart, storePicture } from '../../file/door.ts';
import { readCompany } from './company.repository.ts';

const unfit = () => new DomainError('company.logo_unfit', 'The logo must be a PNG, JPEG or WebP picture.', {});

/** @throws DomainError company.logo_unfit, file.too_large or file.image_limits */
export async function uploadLogo(ctx: Ctx, request: FastifyRequest): Promise<UploadedFile> {
  const part = await readFilePart(request, logoLimitBytes);
  return storePicture(ctx, part, { limitBytes: logoLimitBytes, createdBy: ctx.actor.userId, unfit });
}

const types = ['image/png', 'image/jpeg', 'image/webp'];

/** @param held the logo so far, uploaded by any user @throws DomainError file.not_found or company.logo_unfit */
export async function assertLogo(ctx: Ctx, tx: Tx, logo: string, held: string): Promise<void> {
  if (logo === '' || logo === held) return;
  const [file] = await accessUsable(ctx, tx, [logo]);
  if (!file || !types.includes(file.type)) throw unfit();
}

/** The logo stays, even if its file is deleted from everywhere else. */
export const logoFile: FileUser = {
  async list(tx, enterpriseId, fileIds) {
    const { logo, name } = (await readCompany(tx, enterpriseId)).general;
    return logo !== '' && fileIds.includes(logo) ? [{ fileId: logo, name, isLive: true }] : [];
  },
};
