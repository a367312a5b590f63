import { z } from '@parley/contract';

/** What the address of the departments' screen holds; what is at its default stays out of it. */
export const DepartmentSearch = z.object({
  name: z.string().default('').catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
  /** The department whose users are shown. */
  open: z.string().default('').catch(''),
});
export type DepartmentSearch = z.infer<typeof DepartmentSearch>;
export const noDepartmentSearch: DepartmentSearch = { name: '', from: 0, open: '' };
export const departmentsPage = 25;
