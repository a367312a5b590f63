import { z } from '@parley/contract';

/** Search parameters of the departments' screen; defaults stay out of the address. */
export const DepartmentSearch = z.object({
  name: z.string().default('').catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
  /** The department whose users are shown. */
  open: z.string().default('').catch(''),
});
export type DepartmentSearch = z.infer<typeof DepartmentSearch>;
export const noDepartmentSearch: DepartmentSearch = { name: '', from: 0, open: '' };
export const departmentsPage = 25;
