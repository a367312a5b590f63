import { defineEndpoint } from '../endpoint.ts';
import { faultTexts, fillSlots } from '../faults.ts';
import { formBoolean, formList, formNumber, Id, Page, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { leaves } from './audit-marks.ts';

/** Users of a department are shown so many at a time (ADMIN-021). */
export const mappedUsersPage = 30;
const usersAtOnce = 200;

export const Department = z
  .object({
    id: Id,
    name: z.string(),
    desc: z.string(),
    manager: z.object({ id: Id, name: z.string() }).nullable(),
    /** User who takes over while nobody of the department can. */
    fallback: z.object({ id: Id, name: z.string() }).nullable(),
    /** Null: the default calendar of the enterprise. */
    calendar: z.object({ id: Id, name: z.string() }).nullable(),
    userCount: z.number(),
    channelCount: z.number(),
    openChats: z.number(),
    /** Rises with each save; an update sends the one it read. */
    version: z.number(),
  })
  .meta({ id: 'Department' });
export type Department = z.infer<typeof Department>;

const Choice = z.union([Id, z.literal('')]);
export const DepartmentSave = z.object({
  name: requiredText(120),
  desc: text(500).default(''),
  /** Empty: nobody. */
  manager: Choice.default(''),
  fallback: Choice.default(''),
  /** Empty: the default calendar of the enterprise. */
  calendarId: Choice.default(''),
});
export type DepartmentSave = z.infer<typeof DepartmentSave>;

export const MappedUser = z.object({ uId: Id, name: z.string(), emailId: z.string(), profilePic: z.string() }).meta({ id: 'MappedUser' });
export type MappedUser = z.infer<typeof MappedUser>;

const tag = 'Departments';
const DepartmentParams = z.object({ departmentId: Id });
const Users = z.object({
  users: formList(Id).refine(
    (users) => users.length >= 1 && users.length <= usersAtOnce,
    fillSlots(faultTexts['department.users'], { maximum: usersAtOnce }),
  ),
});

export const departmentEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/departments',
    summary: 'Departments, by name',
    tag,
    /** Open to every session, since forms for channels and users and filters list departments to choose from. */
    access: 'session',
    query: Page.extend({ name: text(120).default(''), perPage: formNumber(-1, 200).default(-1) }),
    answer: z.object({ departments: z.array(Department), more: z.boolean() }),
    wrap: 'response',
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/departments/:departmentId',
    summary: 'One department',
    tag,
    access: ['DEPARTMENTS.VIEW', 'DEPARTMENTS.EDIT', 'DEPARTMENTS.CREATE', 'DEPARTMENTS.DELETE'],
    params: DepartmentParams,
    answer: Department,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/departments',
    summary: 'Add a department',
    audit: leaves('department', 'create'),
    tag,
    access: ['DEPARTMENTS.CREATE'],
    body: DepartmentSave,
    answer: Department,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/departments/:departmentId',
    summary: 'Change a department',
    audit: leaves('department', 'edit'),
    tag,
    access: ['DEPARTMENTS.EDIT'],
    params: DepartmentParams,
    /** A save without the version that was read overwrites changes that somebody else has saved since. */
    body: DepartmentSave.extend({ version: z.coerce.number().int().optional() }),
    answer: Department,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/e/enterprise/departments/:departmentId',
    summary: 'Delete a department; what it has may move to another',
    audit: leaves('department', 'delete'),
    tag,
    access: ['DEPARTMENTS.DELETE'],
    params: DepartmentParams,
    /** Another department that takes its channels and open chats. */
    query: z.object({ moveTo: Choice.default('') }),
    answer: z.null(),
  }),
  mappedUsers: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/departments/:departmentId/mapped_users',
    summary: 'Active users of the department, or those who are not of it',
    tag,
    access: ['DEPARTMENTS.VIEW', 'DEPARTMENTS.EDIT', 'DEPARTMENTS.CREATE', 'DEPARTMENTS.DELETE'],
    params: DepartmentParams,
    query: Page.extend({
      name: text(120).default(''),
      mapped: formBoolean.default(true),
      perPage: formNumber(-1, 200).default(mappedUsersPage),
    }),
    answer: z.object({ users: z.array(MappedUser), more: z.boolean() }),
    wrap: 'response',
  }),
  addUsers: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/departments/:departmentId/add_users',
    summary: 'Add users to a department',
    audit: leaves('department', 'edit'),
    tag,
    access: ['DEPARTMENTS.EDIT'],
    params: DepartmentParams,
    body: Users,
    answer: z.object({ changed: z.number() }),
  }),
  removeUsers: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/departments/:departmentId/remove_users',
    summary: 'Take users out of a department; chats that they have of it stay theirs until they are closed',
    audit: leaves('department', 'edit'),
    tag,
    access: ['DEPARTMENTS.EDIT'],
    params: DepartmentParams,
    body: Users,
    answer: z.object({ changed: z.number() }),
  }),
};
