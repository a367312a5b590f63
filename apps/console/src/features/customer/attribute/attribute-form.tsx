import { Button, Group, NumberInput, Radio, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { attributeCategories, fieldTypes, hiddenCategory, type InputFieldDefinition, inputTypesOf } from '@parley/contract';
import { type RefObject, useEffect } from 'react';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { customerWords } from '../../../locales/customer.ts';
import { May } from '../../account/shared/may.tsx';
import { useRecordForm } from '../../account/shared/use-record-form.ts';
import { displayNameOf } from '../shared/display-name.ts';
import classes from './attribute.module.css';
import { attributeQuery, useSaveAttribute } from './attribute.queries.ts';
import { type AttributeDraft, checkDraft, emptyDraft, isDropdown, isTextType, keepInputType, toBody, toDraft } from './attribute-draft.ts';
import { SpecialFields } from './special-fields.tsx';
import { useBrokenCheck } from './use-broken-check.tsx';

export type AttributeFormProps = {
  /** None: a new attribute. */
  definition?: InputFieldDefinition | undefined;
  onDone: () => void;
  onCancel: () => void;
  /** Holds, while the form is there, what tells whether it has unsaved changes. */
  dirtyRef?: RefObject<() => boolean>;
};

/** One form for the panel of the list and for the page (ATTR-004). */
export function AttributeForm({ definition, onDone, onCancel, dirtyRef }: AttributeFormProps) {
  const say = useWords(customerWords.attribute);
  const sayCommon = useWords(commonWords.ui);
  const save = useSaveAttribute();
  const broken = useBrokenCheck();
  const form = useRecordForm({
    record: definition,
    toDraft: (of): AttributeDraft => (of ? toDraft(of) : emptyDraft),
    read: (client) => client.fetchQuery({ ...attributeQuery(definition?._id ?? ''), staleTime: 0 }),
    check: checkDraft,
    checkOn: 'blur',
    save: (draft, version) => save.mutateAsync({ ...toBody(draft, definition), ...(version === undefined ? {} : { version }) }),
    onSaved: ({ message }) => {
      showToast('success', sayDone(message, definition ? 'saved' : 'added'));
      onDone();
    },
    onRefused: () => showToast('error', customerWords.attributeTexts('saveFailed')),
    nameOf: (path) => {
      if (path === 'minValue' || path === 'maxValue') return say(path === 'minValue' ? 'minimum' : 'maximum');
      if (path === 'allowSpecialChars') return say('allowSpecial');
      return path === 'allowedChars' ? say('specialChars') : undefined;
    },
  });
  const { draft: values, isDirty, field, box, choice } = form;
  useEffect(() => {
    if (!dirtyRef) return;
    dirtyRef.current = () => isDirty;
    return () => {
      dirtyRef.current = () => false;
    };
  }, [dirtyRef, isDirty]);

  const handleSubmit = async (draft: AttributeDraft) => {
    if (definition && !(await broken.confirm(toBody(draft, definition), definition))) return;
    await form.save(draft);
  };
  const handleType = (fieldType: string | null) => {
    if (!fieldType) return;
    const type = fieldType as InputFieldDefinition['fieldType'];
    form.change({ fieldType: type, inputType: keepInputType(type, values.inputType) });
  };
  const inputTypes = values.fieldType === '' ? [] : inputTypesOf[values.fieldType];

  return (
    <form noValidate onSubmit={form.submit(handleSubmit)}>
      <Stack gap="md">
        {form.failure ? <SaveFailure error={form.failure} /> : null}
        <TextInput
          label={say('fieldName')}
          description={say('fieldNameHint')}
          placeholder={say('fieldNamePlaceholder')}
          required
          data-autofocus
          maxLength={60}
          spellCheck={false}
          {...field('fieldName')}
        />
        <TextInput label={say('fieldLabel')} required maxLength={120} {...field('fieldLabel')} />
        <Textarea
          label={say('helpText')}
          description={say('helpTextHint')}
          required
          autosize
          minRows={2}
          maxLength={300}
          {...field('fieldHelptext')}
        />
        <Radio.Group label={say('mandatoryField')} required {...field('mandatory')}>
          <Group gap="lg" pt={4}>
            <Radio value="true" label={say('yes')} data-path="mandatory" />
            <Radio value="false" label={say('no')} />
          </Group>
        </Radio.Group>
        <Select
          label={say('fieldType')}
          required
          placeholder={say('chooseType')}
          data={fieldTypes.map((type) => ({ value: type, label: say(`type_${type}`) }))}
          {...field('fieldType')}
          value={values.fieldType || null}
          onChange={handleType}
        />
        {isTextType(values.fieldType) ? (
          <>
            <Select
              label={say('inputType')}
              required
              placeholder={say('chooseInputType')}
              data={inputTypes.map((type) => ({ value: type, label: displayNameOf(type) }))}
              {...choice('inputType')}
            />
            <div className={classes.pair}>
              <LengthInput label={say('minimum')} {...field('minValue')} />
              <LengthInput label={say('maximum')} {...field('maxValue')} />
            </div>
            <SpecialFields form={form} />
          </>
        ) : null}
        {isDropdown(values.fieldType) ? (
          <Textarea label={say('defaultValue')} description={say('defaultValueHint')} autosize minRows={2} {...field('defaultValue')} />
        ) : null}
        <Select
          label={say('category')}
          // Attributes of the hidden category are missing from this list, and nobody could bring them back.
          data={attributeCategories
            .filter((category) => category !== hiddenCategory || category === definition?.category)
            .map((category) => ({ value: category, label: say(`category_${category}`) }))}
          {...field('category')}
        />
        <Switch label={say('searchable')} description={say('searchableHint')} {...box('search')} />
      </Stack>
      <div className={classes.footer}>
        <Button variant="default" onClick={onCancel}>
          {sayCommon('cancel')}
        </Button>
        <May any={['ENTERPRISE.EDIT']}>
          <Button type="submit" loading={form.isBusy || broken.isChecking}>
            {say(definition ? 'update' : 'add')}
          </Button>
        </May>
      </div>
    </form>
  );
}

function LengthInput({ label, ...props }: { label: string }) {
  return <NumberInput label={label} min={0} max={100_000} allowDecimal={false} allowNegative={false} {...props} />;
}
