import {
  allPermissions,
  builtInRoles,
  bundledFlags,
  comingPermissions,
  type Endpoint,
  endpoints,
  type FeatureFlag,
  featureFlags,
  flagPermissions,
  type Screen,
  screens,
} from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effectivePermissions, type Flags, maskedFields, widestScope } from './access.rules.ts';
import {
  builtInRights,
  leavesNoAdministrator,
  meetsMakerAndChecker,
  offeredGroups,
  offeredToEveryone,
  type RoleRights,
  rightsBeyond,
  rightsChange,
} from './role.rules.ts';

const allOn = Object.fromEntries(featureFlags.map((flag) => [flag, true])) as Flags;
const flags = fc.record(Object.fromEntries(featureFlags.map((flag) => [flag, fc.boolean()]))) as fc.Arbitrary<Record<FeatureFlag, boolean>>;
const permissions = fc.uniqueArray(fc.constantFrom(...allPermissions));
const scope = fc.constantFrom('own' as const, 'department' as const, 'enterprise' as const);
const masks = fc.subarray(['phone', 'email']);
const ownRole: fc.Arbitrary<RoleRights> = fc.record({
  code: fc.integer({ min: 101, max: 120 }),
  name: fc.string(),
  permissions,
  dataScope: scope,
  maskedFields: masks,
});
const actor = fc.record({
  isAdministrator: fc.constant(false),
  permissions: permissions.map((list) => new Set<string>(list)),
  dataScope: scope,
  maskedFields: masks,
});

test('RBAC-010 RBAC-026 the removed groups are never offered', () => {
  fc.assert(
    fc.property(flags, (on) => {
      const ids = offeredGroups(on).map((group) => group.id);
      expect(ids).toContain('CHAT');
      for (const removed of ['ENCAPS', 'INTEGRATIONS', 'MARKET_PLACE', 'ANALYTICS']) expect(ids).not.toContain(removed);
    }),
  );
});

test('every permission that a call or a screen asks for is offered to roles, or given to everybody', () => {
  const given = new Set([...offeredGroups(allOn).flatMap(({ values }) => values.map(({ value }) => value)), ...offeredToEveryone(allOn)]);
  // RBAC-010 keeps ENCAPS out of own roles: whatever asks for it asks for its twin of streams as well.
  const withTwins = (all: readonly string[]): readonly string[] =>
    all.some((one) => one.startsWith('JOURNEYS.')) ? all.filter((one) => !one.startsWith('ENCAPS.')) : all;
  const ofCalls = Object.values(endpoints)
    .flatMap((noun): readonly Endpoint[] => Object.values(noun))
    .flatMap(({ access }) => (typeof access === 'string' ? [] : withTwins(access)));
  const ofScreens = Object.values<Screen>(screens).flatMap(({ permissions: needed }) => withTwins(needed));
  expect([...new Set<string>([...ofCalls, ...ofScreens])].filter((permission) => !given.has(permission))).toEqual([]);
});

test('RBAC-006 RBAC-007 RBAC-009 RBAC-017 RBAC-038 each value of a group is its id and the permission, but for the one that is the name of its group', () => {
  for (const group of offeredGroups(allOn)) {
    for (const { id, value } of group.values) expect(value).toBe(value === 'NLP' ? group.id : `${group.id}.${id}`);
  }
  expect(offeredGroups(allOn).find((group) => group.id === 'NLP')?.values).toEqual([
    { id: 'VIEW', value: 'NLP.VIEW' },
    { id: 'BUILD', value: 'NLP' },
  ]);
  expect(
    offeredGroups(allOn)
      .find((group) => group.id === 'CHAT')
      ?.values.map((value) => value.value),
  ).toEqual(['CHAT.HANDLE', 'CHAT.CHAT_CONFIG', 'CHAT.VIEW_ANALYTICS', 'CHAT.VIEW_CHATHISTORY', 'CHAT.VIEW_MONITOR']);
});

test('a permission that nothing asks for yet is offered to nobody', () => {
  const offered = [...offeredGroups(allOn).flatMap(({ values }) => values.map(({ value }) => value)), ...offeredToEveryone(allOn)];
  expect(offered).toContain('CHAT.HANDLE');
  expect(offered.filter((permission) => comingPermissions.some((coming) => coming === permission))).toEqual([]);
  expect(offeredGroups(allOn).map(({ id }) => id)).not.toContain('MARKET_PLACE');
});

test('RBAC-027 the matrix of roles shows what each user has whatever their roles, such as the delivery report', () => {
  expect(offeredToEveryone(allOn)).toEqual([
    'MARKET_PLACE.VIEW',
    'WABAONBOARD.VIEW',
    'CUSTOMER_MASTER.VIEW',
    'ENTERPRISE_BILLING',
    'ANALYTICS.VIEW',
    'BLACKLIST',
    'MANAGE.DELIVERYREPORT.VIEW',
    'TRASH.VIEW',
  ]);
  expect(offeredToEveryone({ ...allOn, deliveryReport: false })).toEqual([
    'MARKET_PLACE.VIEW',
    'WABAONBOARD.VIEW',
    'CUSTOMER_MASTER.VIEW',
    'ENTERPRISE_BILLING',
    'ANALYTICS.VIEW',
    'BLACKLIST',
    'TRASH.VIEW',
  ]);
});

test('RBAC-012 a permission that is switched off is neither offered nor held', () => {
  fc.assert(
    fc.property(flags, permissions, (on, held) => {
      const effective = effectivePermissions([], held, on);
      const offered = offeredGroups(on).flatMap((group) => group.values.map((value) => value.value));
      for (const [name, { flag }] of Object.entries(flagPermissions)) {
        if (on[flag]) continue;
        expect(effective.has(name)).toBe(false);
        expect(offered).not.toContain(name);
      }
    }),
  );
});

test('RBAC-011 RBAC-027 a flag that grants gives its permission to everybody', () => {
  fc.assert(
    fc.property(flags, (on) => {
      const effective = effectivePermissions([3], [], on);
      for (const [name, { flag, grant }] of Object.entries(flagPermissions)) {
        if (grant === 'everyone') expect(effective.has(name)).toBe(on[flag]);
      }
    }),
  );
});

test('an administrator holds everything that is switched on', () => {
  fc.assert(
    fc.property(flags, (on) => {
      const effective = effectivePermissions([1], [], on);
      const isOff = (name: string) => name in flagPermissions && !on[flagPermissions[name as keyof typeof flagPermissions].flag];
      expect([...effective].sort()).toEqual(allPermissions.filter((name) => !isOff(name)).sort());
    }),
  );
});

test('RBAC-002 RBAC-004 the built-in roles keep numbers and names', () => {
  expect(builtInRoles.map(({ code, name }) => `${code} ${name}`)).toEqual([
    '1 Administrator',
    '2 Development',
    '3 Handle Chats',
    '4 Campaign Maker',
    '5 Campaign Checker',
    '6 Report Viewer',
  ]);
  expect(builtInRoles[1].alternateName).toBe('Send Message');
});

test('nobody gives a right that they do not have: whoever may give a role holds all of it', () => {
  fc.assert(
    fc.property(actor, ownRole, flags, (giver, role, on) => {
      const own = { ...giver, permissions: effectivePermissions([], [...giver.permissions], on) };
      if (rightsBeyond(own, role, on).length > 0) return;
      const given = effectivePermissions([], role.permissions, on);
      expect([...given].every((name) => own.permissions.has(name))).toBe(true);
      expect(widestScope([], [giver.dataScope, role.dataScope])).toBe(giver.dataScope);
      expect(giver.maskedFields.every((field) => role.maskedFields.includes(field))).toBe(true);
    }),
  );
});

test('an administrator may give every role', () => {
  const administrator = { isAdministrator: true, permissions: new Set<string>(), dataScope: 'own' as const, maskedFields: ['phone'] };
  for (const role of builtInRights) expect(rightsBeyond(administrator, role, allOn)).toEqual([]);
});

test('only the administrator role is beyond somebody who holds every other right', () => {
  const giver = {
    isAdministrator: false,
    permissions: new Set<string>(['CHAT.HANDLE']),
    dataScope: 'enterprise' as const,
    maskedFields: [],
  };
  expect(rightsBeyond(giver, builtInRights[0] as RoleRights, bundledFlags)).toContain('USERS.EDIT');
});

test('a change of a role gives and takes exactly what it differs by', () => {
  fc.assert(
    fc.property(ownRole, permissions, fc.array(ownRole, { maxLength: 3 }), flags, (before, next, others, on) => {
      const rest = others.filter((role) => role.code !== before.code);
      const after = { ...before, permissions: next };
      const { gains, loses } = rightsChange([before, ...rest], after, on);
      const held = (role: RoleRights) =>
        effectivePermissions(
          [],
          [role, ...rest].flatMap((one) => one.permissions),
          on,
        );
      const [had, has] = [held(before), held(after)];
      expect(new Set([...[...had].filter((name) => !loses.includes(name)), ...gains])).toEqual(has);
      expect(gains.some((name) => had.has(name))).toBe(false);
    }),
  );
});

test('maker and checker meet when one may both write and approve', () => {
  expect(meetsMakerAndChecker(['CAMPAIGNS.CREATE', 'CAMPAIGNS.APPROVE'])).toBe(true);
  expect(meetsMakerAndChecker(['CAMPAIGNS.VIEW', 'CAMPAIGNS.APPROVE'])).toBe(false);
  expect(meetsMakerAndChecker(['CAMPAIGNS.EDIT'])).toBe(false);
});

test('the last administrator stays one', () => {
  expect(leavesNoAdministrator(['a'], 'a', [3])).toBe(true);
  expect(leavesNoAdministrator(['a'], 'a', [1, 3])).toBe(false);
  expect(leavesNoAdministrator(['a', 'b'], 'a', [3])).toBe(false);
  expect(leavesNoAdministrator(['a'], 'b', [3])).toBe(false);
});

test('a field is hidden only when every role hides it', () => {
  expect(maskedFields([101, 102], ['phone,email', 'phone'])).toEqual(['phone']);
  expect(maskedFields([3, 101], ['phone'])).toEqual([]);
});
