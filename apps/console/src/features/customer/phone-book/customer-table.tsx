import { ActionIcon, Anchor, Badge, Group, Tooltip } from '@mantine/core';
import { type CustomerRow, type InputFieldDefinition, phoneBookPage } from '@parley/contract';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { useWords } from '../../../lib/words.ts';
import { customerWords, type PhoneBookSay } from '../../../locales/customer.ts';
import { displayNameOf } from '../shared/display-name.ts';
import classes from './customer-table.module.css';

/** Attribute columns before there is a menu to choose among them. */
const mostWithoutMenu = 4;
const mostBadges = 1;

export type CustomerTableProps = {
  customers: readonly CustomerRow[] | undefined;
  /** Name, Phone Number, and then the attributes; `details` of a row is aligned with them. */
  headers: readonly string[];
  definitions: readonly InputFieldDefinition[];
  pickedIds: readonly string[];
  isWhole: boolean;
  from: number;
  hasMore: boolean;
  error: unknown;
  isFetching: boolean;
  isFiltered: boolean;
  empty: ReactNode;
  onPick: (ids: string[]) => void;
  onPage: (from: number) => void;
  onRemove: (customer: CustomerRow) => void;
  onRetry: () => void;
  onClearFilters: () => void;
};

export function CustomerTable(props: CustomerTableProps) {
  const { customers, headers, definitions, pickedIds, isWhole, onRemove } = props;
  const t = useWords(customerWords.phoneBook);
  const columns = useMemo(() => toColumns(t, headers, definitions, onRemove), [t, headers, definitions, onRemove]);
  const pageIds = (customers ?? []).map(({ id }) => id);
  const onPage = isWhole ? pageIds : pageIds.filter((id) => pickedIds.includes(id));
  const elsewhere = isWhole ? [] : pickedIds.filter((id) => !pageIds.includes(id));
  return (
    <DataTable
      label={t('customers')}
      columns={columns}
      rows={customers}
      getRowId={(row) => row.id}
      getRowName={(row) => row.name || row.phoneNumber || t('unnamed')}
      error={props.error}
      isFetching={props.isFetching}
      onRetry={props.onRetry}
      isFiltered={props.isFiltered}
      onClearFilters={props.onClearFilters}
      empty={props.empty}
      withColumnsMenu={headers.length > 2 + mostWithoutMenu}
      selection={{ ids: onPage, onChange: (ids) => props.onPick([...elsewhere, ...ids]) }}
      page={{
        from: props.from,
        perPage: phoneBookPage,
        more: props.hasMore,
        isFixed: true,
        onChange: ({ from }) => props.onPage(from),
      }}
    />
  );
}

type Columns = DataColumn<CustomerRow>[];

function toColumns(
  t: PhoneBookSay,
  headers: readonly string[],
  definitions: readonly InputFieldDefinition[],
  onRemove: (customer: CustomerRow) => void,
): Columns {
  const labels = (isMeant: (definition: InputFieldDefinition) => boolean) =>
    new Set(definitions.filter(isMeant).map(({ fieldLabel }) => fieldLabel));
  const yesNo = labels(({ fieldType }) => fieldType === 'boolean');
  const numbers = labels(({ inputType }) => inputType === 'number' || inputType === 'decimal');
  const attributes: Columns = headers.slice(2).map((header, index) => ({
    // Two attributes may have the same label.
    id: `attribute-${index}`,
    header,
    align: numbers.has(header) ? 'end' : 'start',
    cell: ({ details }) => {
      const value = details[index + 2]?.value ?? '';
      return <span className={classes.value}>{yesNo.has(header) ? displayNameOf(value) : value}</span>;
    },
  }));
  return [
    { id: 'name', header: headers[0] ?? t('name'), isHideable: false, cell: (row) => <NameCell row={row} /> },
    {
      id: 'phoneNumber',
      header: headers[1] ?? t('phoneNumber'),
      isHideable: false,
      cell: (row) => (
        <CustomerLink id={row.id} className={classes.number}>
          {row.phoneNumber}
        </CustomerLink>
      ),
    },
    ...attributes,
    {
      id: 'action',
      header: t('action'),
      align: 'end',
      width: 72,
      isHideable: false,
      isPinned: true,
      cell: (row) => (
        <ActionIcon
          className={classes.remove}
          aria-label={t('deleteOf', { name: row.name || row.phoneNumber || t('unnamed') })}
          onClick={() => onRemove(row)}
        >
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      ),
    },
  ];
}

function CustomerLink({ id, className, children }: { id: string; className?: string | undefined; children: ReactNode }) {
  return (
    <Anchor
      component={Link}
      to="/customer-master/customers/view/$customerId"
      params={{ customerId: id } as never}
      size="sm"
      underline="hover"
      className={className}
    >
      {children}
    </Anchor>
  );
}

function NameCell({ row }: { row: CustomerRow }) {
  const t = useWords(customerWords.phoneBook);
  const badges = [
    ...row.groups.map(({ id, name }) => ({ id, name, color: 'brand' })),
    ...row.tags.map(({ id, name }) => ({ id, name, color: 'gray' })),
  ];
  const hidden = badges.slice(mostBadges);
  return (
    <Group gap={8} wrap="nowrap">
      <CustomerLink id={row.id} className={classes.name}>
        {row.name || t('unnamed')}
      </CustomerLink>
      <Group gap={4} wrap="nowrap" className={classes.badges}>
        {badges.slice(0, mostBadges).map(({ id, name, color }) => (
          <Badge key={id} size="sm" color={color} maw={110} title={name}>
            {name}
          </Badge>
        ))}
        {hidden.length > 0 ? (
          <Tooltip label={hidden.map(({ name }) => name).join(', ')}>
            <Badge
              size="sm"
              color="gray"
              tabIndex={0}
              role="img"
              aria-label={t('more', { count: hidden.length, names: hidden.map(({ name }) => name).join(', ') })}
            >
              +{hidden.length}
            </Badge>
          </Tooltip>
        ) : null}
      </Group>
    </Group>
  );
}
