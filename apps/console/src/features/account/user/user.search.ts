import { z } from '@parley/contract';

const text = z.string().default('').catch('');

/** Search parameters of the users' screen; defaults stay out of the address. */
export const UserSearch = z.object({
  tab: z.enum(['active', 'deactivated', 'invitations']).default('active').catch('active'),
  name: text,
  role: z
    .union([z.literal(''), z.coerce.string()])
    .default('')
    .catch(''),
  deptId: text,
  from: z.coerce.number().int().min(0).default(0).catch(0),
  /** The user whose form is open. */
  open: text,
});
export type UserSearch = z.infer<typeof UserSearch>;
export const noUserSearch: UserSearch = { tab: 'active', name: '', role: '', deptId: '', from: 0, open: '' };
export const usersPage = 25;
