import { ActionIcon, Badge, CopyButton, Text, Tooltip } from '@mantine/core';
import type { Customer, InputFieldDefinition } from '@parley/contract';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { ownDefinitions } from '../shared/attribute.queries.ts';
import { nameLanguage } from '../shared/locale-choices.ts';
import { formatPhone } from '../shared/phone-number.ts';
import classes from './customer.module.css';
import { showValue } from './show-value.ts';

/** A customer to read: the same parts in the same order as the form. */
export function CustomerRecord({ customer, definitions }: { customer: Customer; definitions: readonly InputFieldDefinition[] }) {
  const say = useWords(customerWords.customer);
  const { i18n } = useTranslation();
  const own = ownDefinitions(definitions);
  const values = new Map(customer.data.map(({ id, value }) => [id, value]));
  return (
    <div className={classes.card}>
      <Part title={say('contactPart')}>
        <Field label={say('name')}>{customer.name}</Field>
        <Field label={say('phoneNumber')} copied={customer.phoneNumber}>
          {formatPhone(customer.phoneNumber)}
        </Field>
        <Field label={say('whatsAppNumber')} copied={customer.whatsAppNumber}>
          {formatPhone(customer.whatsAppNumber)}
        </Field>
        <Field label={say('emailId')} copied={customer.emailId}>
          {customer.emailId}
        </Field>
        <Field label={say('facebookId')}>{customer.facebookId}</Field>
        <Field label={say('instaId')}>{customer.instaId}</Field>
        <Field label={say('twitterId')}>{customer.twitterId}</Field>
      </Part>
      {own.length > 0 ? (
        <Part title={say('attributePart')}>
          {own.map((definition) => (
            <Field key={definition._id} label={definition.fieldLabel} isWide={definition.fieldType === 'textarea'}>
              {showValue(definition.fieldType, values.get(definition._id) ?? '')}
            </Field>
          ))}
        </Part>
      ) : null}
      <Part title={say('setPart')}>
        <Field label={say('groups')}>{renderNames(customer.groups, 'brand')}</Field>
        <Field label={say('labels')}>{renderNames(customer.tags, 'gray')}</Field>
      </Part>
      <Part title={say('localePart')}>
        <Field label={say('language')}>{customer.language && nameLanguage(customer.language, i18n.language)}</Field>
        <Field label={say('timeZone')}>{customer.timeZone}</Field>
      </Part>
      <Text size="xs" c="dimmed" className="tabular">
        {say('addedAt', { time: formatReportDate(customer.createdAt) })}
        {' · '}
        {say(customer.updatedBy ? 'updatedAt' : 'updatedAtOnly', {
          time: formatReportDate(customer.updatedAt),
          name: customer.updatedBy,
        })}
      </Text>
    </div>
  );
}

const renderNames = (names: Customer['groups'], color: string) =>
  names.length === 0
    ? ''
    : names.map(({ id, name }) => (
        <Badge key={id} color={color}>
          {name}
        </Badge>
      ));

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h2 className={classes.partTitle}>{title}</h2>
      <dl className={classes.record}>{children}</dl>
    </section>
  );
}

function Field({ label, children, copied, isWide }: { label: string; children: ReactNode; copied?: string; isWide?: boolean }) {
  const say = useWords(customerWords.customer);
  return (
    <div className={isWide ? classes.wide : undefined}>
      <dt>{label}</dt>
      <dd>
        {children || (
          <Text span c="dimmed" size="sm">
            {say('none')}
          </Text>
        )}
        {copied ? (
          <CopyButton value={copied}>
            {({ copied: isCopied, copy }) => (
              <Tooltip label={say('copied')} opened={isCopied}>
                <ActionIcon size={24} aria-label={say('copy', { what: label })} onClick={copy}>
                  {isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                </ActionIcon>
              </Tooltip>
            )}
          </CopyButton>
        ) : null}
      </dd>
    </div>
  );
}
