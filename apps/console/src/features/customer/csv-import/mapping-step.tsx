import { Button, Checkbox, Select, Text, TextInput, Title } from '@mantine/core';
import type { DateOrder, ParsedCsv, SavedMapping, SystemHeader, UploadRecord } from '@parley/contract';
import { IconUpload } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../../../lib/errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { type SayOf, useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { useCan } from '../../account/shared/me.ts';
import { countryOptions } from '../shared/countries.ts';
import classes from './csv-import.module.css';
import { type ImportTarget, useSubmitMapping } from './csv-import.queries.ts';
import { DateOrderChoice, proposeOrder, unclearColumns } from './date-order-choice.tsx';
import { findMissing, findRepeated, type Pairs, toHeaderMapping, toPairs } from './mapping-rules.ts';
import { MappingTable } from './mapping-table.tsx';
import { NewFieldDialog } from './new-field-dialog.tsx';
import { SampleRows } from './sample-rows.tsx';
import { SavedMappings } from './saved-mappings.tsx';
import { listProblems, SubmitFailure } from './submit-failure.tsx';

export type MappingStepProps = {
  parsed: ParsedCsv;
  replace: boolean;
  target: ImportTarget;
  onSubmitted: (record: UploadRecord) => void;
};

type Draft = {
  pairs: Pairs;
  country: string;
  mappingName: string;
  /** Undefined until somebody chooses */
  chosenOrder: DateOrder | undefined;
  startStreams: boolean;
  leaveOutInvalid: boolean;
};

/** Maps headers of the file to system headers, and sets how its numbers are read. */
export function MappingStep({ parsed: read, replace, target, onSubmitted }: MappingStepProps) {
  const say = useWords(customerWords.csvImport);
  const { i18n } = useTranslation();
  const place = useRef<HTMLFormElement>(null);
  const [made, setMade] = useState<SystemHeader[]>([]);
  const parsed = useMemo(() => ({ ...read, systemFields: [...read.systemFields, ...made] }), [read, made]);
  const labels = new Map(parsed.systemFields.map(({ name, label }) => [name, label]));
  const sayRepeated = (of: Pairs) =>
    Object.fromEntries(
      Object.entries(findRepeated(of)).map(([field, other]) => [field, say('usedTwice', { name: labels.get(other) ?? other })]),
    );
  const form = useForm<Draft>({
    initial: () => ({
      pairs: toPairs(parsed.proposal, parsed),
      country: parsed.country,
      mappingName: '',
      chosenOrder: undefined,
      startStreams: false,
      leaveOutInvalid: false,
    }),
    check: ({ pairs: typed }) => ({
      ...Object.fromEntries(findMissing(typed, parsed, replace).map(({ name, label }) => [name, sayMissing(say, name, label)])),
      ...sayRepeated(typed),
    }),
    checkOn: 'typing',
  });
  const { pairs, country, chosenOrder } = form.draft;
  const [freeColumns, setFreeColumns] = useState<string[]>();
  const [canEdit, canSeeFields] = [useCan(['ENTERPRISE.EDIT']), useCan(['CUSTOMER_MASTER.VIEW'])];
  const submit = useSubmitMapping();
  const countries = useMemo(() => countryOptions(i18n.language), [i18n.language]);
  const failure = submit.error ? describeFailure(submit.error) : undefined;

  // A column that is used twice is told at once, what is missing once it was tried.
  const errors = { ...form.faults, ...sayRepeated(pairs) };
  const unclear = unclearColumns(parsed, pairs);
  const [unclearOne] = unclear;
  // An order that a saved mapping remembers counts for dates beyond those that were looked at, too.
  const dateOrder = chosenOrder ?? (unclearOne ? proposeOrder(unclear) : '');

  const handlePairs = (next: Pairs) => {
    submit.reset();
    form.setFaults({});
    form.change({ pairs: next });
  };
  const handleSaved = (next: Pairs, saved: SavedMapping) => {
    handlePairs(next);
    form.change({ chosenOrder: saved.dateOrder || undefined, leaveOutInvalid: saved.leavesOut });
  };
  const handleCreated = (field: SystemHeader, column: string) => {
    setMade((old) => [...old, field]);
    handlePairs({ ...pairs, [field.name]: column });
    setFreeColumns(undefined);
  };
  const handleSubmit = () => {
    if (!form.isSound()) {
      // Errors that are new are drawn by then.
      requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const { startStreams, leaveOutInvalid, mappingName } = form.draft;
    submit.mutate(
      {
        uploadId: parsed.uploadId,
        headerMapping: toHeaderMapping(pairs),
        replace,
        startStreams,
        leaveOutInvalid,
        target,
        country,
        dateOrder,
        mappingName: mappingName.trim(),
      },
      {
        onSuccess: onSubmitted,
        onError: (error) =>
          form.setFaults(Object.fromEntries(listProblems(describeFailure(error)).map(({ field, message }) => [field, message]))),
      },
    );
  };

  return (
    <>
      <form
        ref={place}
        noValidate
        className={classes.mapping}
        onSubmit={(event) => {
          event.preventDefault();
          handleSubmit();
        }}
      >
        <section className={classes.block}>
          <div className={classes.blockHead}>
            <div>
              <Title order={2} className={classes.blockTitle}>
                {say('mapTitle')}
              </Title>
              <Text size="sm" c="dimmed">
                {say('mapText')}
              </Text>
            </div>
            <SavedMappings parsed={parsed} onChoose={handleSaved} />
          </div>
          <MappingTable
            parsed={parsed}
            pairs={pairs}
            errors={errors}
            onChange={handlePairs}
            onCreateField={canEdit && canSeeFields ? setFreeColumns : undefined}
          />
        </section>
        <SampleRows parsed={parsed} pairs={pairs} />
        <section className={classes.options}>
          <Select
            label={say('country')}
            description={say('countryHint')}
            data={countries}
            value={country}
            searchable
            allowDeselect={false}
            error={errors.country}
            onChange={(next) => next && form.change({ country: next })}
          />
          <TextInput label={say('saveAs')} description={say('saveAsHint')} maxLength={60} {...form.field('mappingName')} />
        </section>
        {unclearOne ? (
          <DateOrderChoice example={unclearOne.example} value={dateOrder} onChange={(order) => form.change({ chosenOrder: order })} />
        ) : null}
        <Checkbox label={say('leaveOut')} description={say('leaveOutHint')} {...form.box('leaveOutInvalid')} />
        <Checkbox label={say('startStreams')} description={say('startStreamsHint')} {...form.box('startStreams')} />
        {failure ? <SubmitFailure failure={failure} shownFields={[...labels.keys(), 'country', 'mappingName']} /> : null}
        <div className={classes.footer}>
          <Button type="submit" leftSection={<IconUpload size={16} aria-hidden />} loading={submit.isPending}>
            {say('upload')}
          </Button>
        </div>
      </form>
      {freeColumns ? <NewFieldDialog columns={freeColumns} onCreated={handleCreated} onClose={() => setFreeColumns(undefined)} /> : null}
    </>
  );
}

function sayMissing(say: SayOf<typeof customerWords.csvImport>, name: string, label: string): string {
  if (name === 'phoneNumber') return say('noPhone');
  return name === 'name' ? say('noName') : say('noField', { name: label });
}
