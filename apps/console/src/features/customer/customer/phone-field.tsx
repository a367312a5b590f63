import { Input, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { toDialled } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { listCountries, readNumber } from '../shared/phone-number.ts';
import classes from './customer.module.css';
import { lookupQuery } from './customer.queries.ts';
import type { CustomerDraft } from './customer-draft.ts';
import { DuplicateNotice, type DuplicateNoticeProps } from './duplicate-notice.tsx';

export type PhoneFieldProps = Pick<DuplicateNoticeProps, 'onOpen' | 'onMerge' | 'onRestored'> & {
  form: Form<CustomerDraft>;
  isRequired: boolean;
};

const lookupDelayMs = 500;

/** A number with its country: what it will be saved as, and whose it is already. */
export function PhoneField({ form, isRequired, ...duplicate }: PhoneFieldProps) {
  const say = useWords(customerWords.customer);
  const { i18n } = useTranslation();
  const hintId = useId();
  const { phoneNumber: number, country } = form.draft;
  const [isLeft, setLeft] = useState(false);
  const countries = useMemo(() => listCountries(i18n.language), [i18n.language]);
  const read = readNumber(number, country);
  const typed = read?.isPossible ? read.e164 : '';
  const [settled] = useDebouncedValue(typed, lookupDelayMs);
  const lookup = useQuery({ ...lookupQuery(settled, country), enabled: settled !== '' });
  const answer = settled !== '' && settled === typed ? lookup.data : undefined;

  const handleCountry = (code: string) => {
    form.change({ country: code });
    form.setFault('phoneNumber', undefined);
  };
  const handleNumber = (text: string) => {
    form.change({ phoneNumber: text });
    // A country code in the number says more than the choice beside it.
    const spoken = toDialled(text).startsWith('+') ? readNumber(text, country)?.country : '';
    if (spoken && spoken !== country) handleCountry(spoken);
  };
  const hint = () => {
    if (read?.isPossible) {
      const saved = say('savedAs', { number: read.international });
      return answer === undefined && settled !== typed
        ? `${saved} · ${say('checking')}`
        : `${saved} · ${say('nationally', { number: read.national })}`;
    }
    return number.trim() !== '' && !isLeft ? say('incomplete') : '';
  };

  return (
    <div className={classes.wide}>
      <div className={classes.phone}>
        <Select
          label={say('country')}
          data={countries}
          searchable
          autoComplete="off"
          nothingFoundMessage={say('countryNone')}
          value={country}
          onChange={(code) => code && handleCountry(code)}
        />
        <TextInput
          label={say('phoneNumber')}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          required={isRequired}
          data-path="phoneNumber"
          aria-describedby={hintId}
          maxLength={60}
          value={number}
          error={form.faults.phoneNumber ?? (answer?.message || undefined)}
          onChange={(event) => handleNumber(event.currentTarget.value)}
          onFocus={() => setLeft(false)}
          onBlur={() => {
            setLeft(true);
            if (number.trim() !== '' || isRequired) form.checkField('phoneNumber');
          }}
        />
      </div>
      <Input.Description id={hintId} mt={4} role="status" className="tabular">
        {hint()}
      </Input.Description>
      {answer?.customer ? <DuplicateNotice customer={answer.customer} {...duplicate} /> : null}
    </div>
  );
}
