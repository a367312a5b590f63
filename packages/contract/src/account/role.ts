import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formList, Id, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { leaves, leavesNothing } from './audit-marks.ts';
import { firstOwnRoleCode, PermissionName } from './permissions.ts';

export const dataScopes = ['own', 'department', 'enterprise'] as const;
export const maskableFields = ['phone', 'email'] as const;

export const Role = z
  .object({
    code: z.number(),
    name: z.string(),
    alternateName: z.string(),
    description: z.string(),
    isBuiltIn: z.boolean(),
    permissions: z.array(z.string()),
    dataScope: z.enum(dataScopes),
    maskedFields: z.array(z.enum(maskableFields)),
    userCount: z.number(),
    /** Rises with each save; an update sends the one it read. */
    version: z.number(),
  })
  .meta({ id: 'Role' });
export type Role = z.infer<typeof Role>;

/** RBAC-009: a list of groups, each with `id` and `values` of `id` and `value`; `value` is the permission string. */
export const PermissionGroup = z.object({ id: z.string(), values: z.array(z.object({ id: z.string(), value: z.string() })) });
export type PermissionGroup = z.infer<typeof PermissionGroup>;

const RoleForm = z.object({
  /** Left out for a new role. */
  code: z.coerce.number().int().min(firstOwnRoleCode).optional(),
  name: requiredText(80),
  description: text(500).default(''),
  permissions: formList(PermissionName),
  dataScope: z.enum(dataScopes).default('enterprise'),
  maskedFields: formList(z.enum(maskableFields)),
  version: Version.optional(),
});
export const RoleSave = RoleForm.refine(({ code, version }) => code === undefined || version !== undefined, {
  message: faultTexts['field.mandatory'],
  path: ['version'],
});
export type RoleSave = z.infer<typeof RoleSave>;

const tag = 'Roles';
const RoleParams = z.object({ code: z.coerce.number().int() });

export const roleEndpoints = {
  configuration: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/roles/permissions',
    summary: 'The role configuration: groups of permissions and the roles that hold them',
    tag,
    access: 'session',
    /** `everyone`: permissions that a feature gives to each user of the enterprise, whatever their roles. */
    answer: z.object({ groups: z.array(PermissionGroup), everyone: z.array(z.string()), roles: z.array(Role) }),
  }),
  saveRole: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/roles/permissions',
    summary: 'Create or change an own role',
    audit: leaves('role', 'edit'),
    tag,
    access: ['ROLES.CREATE', 'ROLES.EDIT'],
    body: RoleSave,
    answer: Role,
  }),
  previewRole: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/roles/permissions/preview',
    summary: 'Which users a change of a role would give or take which permissions',
    audit: leavesNothing('it reads'),
    tag,
    access: ['ROLES.CREATE', 'ROLES.EDIT'],
    body: RoleForm,
    answer: z.object({
      users: z.array(z.object({ uId: Id, name: z.string(), gains: z.array(z.string()), loses: z.array(z.string()) })),
      warnings: z.array(z.string()),
    }),
  }),
  deleteRole: defineEndpoint({
    method: 'DELETE',
    path: '/e/enterprise/roles/permissions/:code',
    summary: 'Delete an own role that nobody has',
    audit: leaves('role', 'delete'),
    tag,
    access: ['ROLES.DELETE'],
    params: RoleParams,
    answer: z.null(),
  }),
  why: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/roles/permissions/why',
    summary: 'Why a user holds, or lacks, a permission',
    tag,
    access: ['ROLES.VIEW', 'ROLES.EDIT', 'ROLES.CREATE'],
    query: z.object({ userId: Id, permission: PermissionName }),
    answer: z.object({
      isHeld: z.boolean(),
      /** Roles of the user that give it. */
      givenBy: z.array(z.object({ code: z.number(), name: z.string() })),
      /** A flag that gives it to everybody, or takes it from everybody. */
      flag: z.object({ name: z.string(), isOn: z.boolean(), grant: z.enum(['everyone', 'role']) }).nullable(),
      /** Roles that would give it. */
      wouldGive: z.array(z.object({ code: z.number(), name: z.string() })),
      explanation: z.string(),
    }),
  }),
};
