import { ActionIcon, Badge, Menu, Table, Text, UnstyledButton } from '@mantine/core';
import type { PermissionGroup, Role } from '@parley/contract';
import { IconCheck, IconCopy, IconDots, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import { commonWords } from '../../../locales/common.ts';
import { toPermissionLabel } from './permission-words.ts';
import classes from './role.module.css';

export type RoleMatrixProps = {
  groups: PermissionGroup[];
  /** Permissions that each user has, whatever their roles. */
  everyone: string[];
  roles: Role[];
  rights: { create: boolean; edit: boolean; delete: boolean };
  onOpen: (role: Role) => void;
  onClone: (role: Role) => void;
  onDelete: (role: Role) => void;
};

/** Permissions down, roles across: who may do what, at one look. */
export function RoleMatrix({ groups, everyone, roles, rights, onOpen, onClone, onDelete }: RoleMatrixProps) {
  const say = useWords(accountWords.rbac);
  const sayCommon = useWords(commonWords.ui);
  const sections = [
    ...groups.map((group) => ({ ...group, name: toPermissionLabel(group.id), isForEveryone: false })),
    { id: 'everyone', values: everyone.map((value) => ({ id: value, value })), name: say('everyone'), isForEveryone: true },
  ].filter(({ values }) => values.length > 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
    <section className={classes.matrix} aria-label={say('matrix')} tabIndex={0}>
      <Table aria-label={say('matrix')} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.corner}>{say('permission')}</Table.Th>
            {roles.map((role) => (
              <Table.Th key={role.code} className={classes.roleHead} scope="col">
                <div className={classes.roleTop}>
                  <UnstyledButton className={classes.roleName} onClick={() => onOpen(role)}>
                    {role.name}
                  </UnstyledButton>
                  <Menu position="bottom-end">
                    <Menu.Target>
                      <ActionIcon size="sm" aria-label={say('actionsOf', { name: role.name })}>
                        <IconDots size={15} />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <Menu.Item
                        leftSection={role.isBuiltIn || !rights.edit ? <IconEye size={15} /> : <IconPencil size={15} />}
                        onClick={() => onOpen(role)}
                      >
                        {sayCommon(role.isBuiltIn || !rights.edit ? 'view' : 'edit')}
                      </Menu.Item>
                      {rights.create ? (
                        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => onClone(role)}>
                          {sayCommon('clone')}
                        </Menu.Item>
                      ) : null}
                      {!role.isBuiltIn && rights.delete ? (
                        <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={15} />} onClick={() => onDelete(role)}>
                          {sayCommon('delete')}
                        </Menu.Item>
                      ) : null}
                    </Menu.Dropdown>
                  </Menu>
                </div>
                <div className={classes.roleMeta}>
                  <Badge size="xs" color={role.isBuiltIn ? 'gray' : 'brand'}>
                    {say(role.isBuiltIn ? 'builtIn' : 'own')}
                  </Badge>
                  <Text span size="xs" c="dimmed">
                    {say('userCount', { count: role.userCount })}
                  </Text>
                </div>
                {role.alternateName ? (
                  <Text size="xs" c="dimmed" fw={400}>
                    {say('alternate', { name: role.alternateName })}
                  </Text>
                ) : null}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {sections.map((group) => (
          <Table.Tbody key={group.id}>
            <Table.Tr className={classes.groupRow}>
              <Table.Th className={classes.groupName} scope="rowgroup">
                {group.name}
              </Table.Th>
              <Table.Td colSpan={roles.length} />
            </Table.Tr>
            {group.values.map((permission) => (
              <Table.Tr key={permission.value}>
                <Table.Th className={classes.permission} scope="row">
                  {toPermissionLabel(permission.id)}
                </Table.Th>
                {roles.map((role) => {
                  const isGranted = group.isForEveryone || role.permissions.includes(permission.value);
                  return (
                    <Table.Td key={role.code} className={classes.cell}>
                      {isGranted ? (
                        <IconCheck size={16} stroke={2.2} className={classes.yes} aria-label={say('granted')} role="img" />
                      ) : (
                        <span className={classes.no} role="img" aria-label={say('notGranted')} />
                      )}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </section>
  );
}
