import type { builtInRoles, Role } from '@parley/contract';
import type { OwnRole } from './role.repository.ts';

export const presentOwnRole = (role: OwnRole, userCount: number): Role => ({
  code: role.code,
  name: role.name,
  alternateName: '',
  description: role.description,
  isBuiltIn: false,
  permissions: role.permissions,
  dataScope: role.dataScope,
  maskedFields: role.maskedFields as Role['maskedFields'],
  userCount,
  version: role.version,
});

export const presentBuiltInRole = (role: (typeof builtInRoles)[number], userCount: number): Role => ({
  code: role.code,
  name: role.name,
  alternateName: 'alternateName' in role ? role.alternateName : '',
  description: '',
  isBuiltIn: true,
  permissions: [...role.permissions],
  dataScope: role.code === 3 ? 'own' : 'enterprise',
  maskedFields: [],
  userCount,
  version: 0,
});
