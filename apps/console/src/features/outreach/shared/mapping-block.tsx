import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { type VariableGroup, type VariableSlot, variableKey } from '@parley/contract';
import { DateTimeField } from '@parley/ui/date-field';
import { useState } from 'react';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { fromLocal, toLocal } from '../../../lib/local-time.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import classes from './broadcast.module.css';
import { useExpressionVariables } from './broadcast.queries.ts';
import { ExpressionDialog } from './expression-dialog.tsx';
import { type Column, type MappedValue, noValue, type SendDraft } from './send-draft.ts';

type MappingBlockProps = {
  groups: readonly VariableGroup[];
  columns: readonly Column[];
  values: SendDraft['values'];
  faults: Readonly<Record<string, string>>;
  isReadOnly?: boolean;
  /** Offered for each value that is empty: the name of the one person that it is for */
  suggestion?: string;
  onChange: (key: string, value: MappedValue) => void;
};

/** Sources of the values of a template's variables, group by group. */
export function MappingBlock({ groups, columns, values, faults, isReadOnly = false, suggestion = '', onChange }: MappingBlockProps) {
  const say = useWords(outreachWords.broadcast);
  const titleOf = ({ type, card }: VariableGroup) => (type === 'cards' ? say('card', { number: (card ?? 0) + 1 }) : say(type));
  return (
    <div className={classes.groups}>
      {groups.map((group) => (
        <fieldset key={`${group.type} ${group.card}`} className={classes.group} disabled={isReadOnly}>
          <legend>{titleOf(group)}</legend>
          {group.variables.map((slot) => {
            const key = variableKey(group, slot.variable);
            return (
              <MappingRow
                key={key}
                slot={slot}
                where={placeOf(slot.variable)}
                columns={columns}
                value={values[key] ?? noValue}
                fault={faults[key]}
                suggestion={slot.isUrl || isReadOnly ? '' : suggestion}
                onChange={(value) => onChange(key, value)}
              />
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}

const placeOf = (variable: string) => (variable.startsWith('header.') ? 'header' : variable.startsWith('body.') ? 'body' : '');

type MappingRowProps = {
  slot: VariableSlot;
  where: 'header' | 'body' | '';
  columns: readonly Column[];
  value: MappedValue;
  fault: string | undefined;
  suggestion: string;
  onChange: (value: MappedValue) => void;
};

function MappingRow({ slot, where, columns, value, fault, suggestion, onChange }: MappingRowProps) {
  const say = useWords(outreachWords.broadcast);
  const ask = useExpressionVariables();
  const [asked, setAsked] = useState<string[]>();
  const name = where === '' ? slot.label : `${say(where)} ${slot.label}`;
  // Columns need a phone book to come from, and expressions are for addresses alone (BCAST-029, 031).
  const types = (['static', 'column', 'expression'] as const).filter(
    (type) => type === 'static' || (type === 'column' ? columns.length > 0 : slot.isUrl),
  );
  const handleMap = () =>
    ask.mutate(value.value, {
      onSuccess: (variables) => {
        if (variables.length === 0) showToast('error', outreachWords.broadcastTexts('urlVariableNotFound'));
        else setAsked(variables);
      },
      onError: tellFailure,
    });
  return (
    <div className={classes.mapping}>
      <Text size="sm" fw={550}>
        {name}
        {slot.isRequired ? ' *' : ''}
      </Text>
      <Select
        aria-label={say('typeOf', { name })}
        allowDeselect={false}
        data={types.map((type) => ({ value: type, label: say(type) }))}
        value={value.type}
        onChange={(type) => onChange({ type: (type ?? 'static') as MappedValue['type'], value: '', mappings: [] })}
      />
      {value.type === 'column' ? (
        <Select
          aria-label={say('sourceValue', { name })}
          placeholder={say('chooseColumn')}
          searchable
          data={columns.map((column) => ({ value: column.name, label: column.label }))}
          value={value.value === '' ? null : value.value}
          error={fault}
          onChange={(column) => onChange({ ...value, value: column ?? '' })}
        />
      ) : (
        <Group gap="xs" align="flex-start" wrap="nowrap">
          {slot.variable === 'offer.expiresAt' ? (
            <DateTimeField
              flex={1}
              aria-label={say('sourceValue', { name })}
              description={say('byZone', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}
              value={toLocal(value.value)}
              error={fault}
              onChange={(local) => onChange({ ...value, value: fromLocal(local) })}
            />
          ) : (
            <TextInput
              flex={1}
              aria-label={say('sourceValue', { name })}
              placeholder={value.type === 'expression' ? say('expressionHint') : slot.sample && say('example', { sample: slot.sample })}
              maxLength={2000}
              value={value.value}
              error={fault}
              onChange={(event) => onChange({ ...value, value: event.currentTarget.value })}
            />
          )}
          {suggestion !== '' && where !== '' && value.value === '' ? (
            <Button variant="default" onClick={() => onChange({ ...noValue, value: suggestion })}>
              {say('insertName', { name: suggestion })}
            </Button>
          ) : null}
          {value.type === 'expression' ? (
            <Button variant="default" loading={ask.isPending} disabled={value.value.trim() === ''} onClick={handleMap}>
              {say('mapVariables')}
            </Button>
          ) : null}
        </Group>
      )}
      {value.type === 'static' ? null : (
        <TextInput
          className={classes.fallback}
          aria-label={say('fallbackOf', { name })}
          placeholder={say('fallback')}
          maxLength={2000}
          value={value.fallback ?? ''}
          onChange={(event) => onChange({ ...value, fallback: event.currentTarget.value })}
        />
      )}
      {asked ? (
        <ExpressionDialog
          variables={asked}
          columns={columns}
          mappings={value.mappings}
          onClose={() => setAsked(undefined)}
          onSave={(mappings) => {
            onChange({ ...value, mappings });
            setAsked(undefined);
            showToast('success', outreachWords.broadcastTexts('urlMapped'));
          }}
        />
      ) : null}
    </div>
  );
}
