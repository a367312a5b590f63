import { pagesPath } from '@parley/contract';
import { codeOf } from '#platform/codes.ts';
import type { EnterpriseContext } from '../../../context.ts';

/** Code of a filling's address. It is a hash by a key of the installation: whoever knows the id alone cannot find the page. */
export const codeOfFilling = (ctx: Pick<EnterpriseContext, 'keyedHash'>, filling: string): string =>
  codeOf(ctx.keyedHash('form page', filling));
export const addressOfFilling = (ctx: Pick<EnterpriseContext, 'keyedHash' | 'publicUrl'>, filling: string): string =>
  `${ctx.publicUrl()}${pagesPath}${codeOfFilling(ctx, filling)}`;
