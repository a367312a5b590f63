import { Button, Group, NumberInput, Radio, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { attributeCategories, fieldTypes, hiddenCategory, type InputFieldDefinition, inputTypesOf } from '@parley/contract';
import { type RefObject, useEffect } from 'react';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { readFieldErrors } from '../../../lib/errors.ts';
import { focusFault } from '../../../lib/focus-fault.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useUnsavedGuard } from '../../../lib/use-unsaved-guard.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { customerWords } from '../../../locales/customer.ts';
import { May } from '../../account/shared/may.tsx';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
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
  const form = useForm<AttributeDraft>({
    initialValues: definition ? toDraft(definition) : emptyDraft,
    validate: checkDraft,
    validateInputOnBlur: true,
  });
  const { values } = form;
  const { isDirty } = form;
  const release = useUnsavedGuard(() => isDirty());
  useEffect(() => {
    if (!dirtyRef) return;
    dirtyRef.current = () => isDirty();
    return () => {
      dirtyRef.current = () => false;
    };
  }, [dirtyRef, isDirty]);

  const loaded = (of: InputFieldDefinition) => ({ values: toDraft(of), version: of.version });
  const versioned = useVersionedForm<AttributeDraft>({
    typed: values,
    latest: definition && loaded(definition),
    load: async (client) => loaded(await client.fetchQuery({ ...attributeQuery(definition?._id ?? ''), staleTime: 0 })),
    onTake: (next, saved) => {
      form.setInitialValues(saved);
      form.setValues(next);
      save.reset();
    },
    nameOf: (path) => {
      if (path === 'minValue' || path === 'maxValue') return say(path === 'minValue' ? 'minimum' : 'maximum');
      if (path === 'allowSpecialChars') return say('allowSpecial');
      return path === 'allowedChars' ? say('specialChars') : undefined;
    },
  });

  const handleSubmit = async (draft: AttributeDraft) => {
    if (definition && !(await broken.confirm(toBody(draft, definition), definition))) return;
    try {
      const saved = await versioned.save(
        (next, version) => save.mutateAsync({ ...toBody(next, definition), ...(version === undefined ? {} : { version }) }),
        draft,
      );
      if (!saved) return;
      showToast('success', sayDone(saved.message, definition ? 'saved' : 'added'));
      release();
      onDone();
    } catch (error) {
      showToast('error', customerWords.attributeTexts('saveFailed'));
      for (const { field, message } of readFieldErrors(error)) if (field in emptyDraft) form.setFieldError(field, message);
    }
  };
  const handleType = (fieldType: string | null) => {
    if (!fieldType) return;
    const type = fieldType as InputFieldDefinition['fieldType'];
    form.setValues({ fieldType: type, inputType: keepInputType(type, values.inputType) });
    form.clearFieldError('fieldType');
    form.clearFieldError('inputType');
  };
  const inputTypes = values.fieldType === '' ? [] : inputTypesOf[values.fieldType];

  return (
    <form noValidate onSubmit={form.onSubmit((draft) => void handleSubmit(draft), focusFault(form))}>
      <Stack gap="md">
        {save.error ? <SaveFailure error={save.error} /> : null}
        <TextInput
          label={say('fieldName')}
          description={say('fieldNameHint')}
          placeholder={say('fieldNamePlaceholder')}
          required
          data-autofocus
          maxLength={60}
          spellCheck={false}
          {...form.getInputProps('fieldName')}
        />
        <TextInput label={say('fieldLabel')} required maxLength={120} {...form.getInputProps('fieldLabel')} />
        <Textarea
          label={say('helpText')}
          description={say('helpTextHint')}
          required
          autosize
          minRows={2}
          maxLength={300}
          {...form.getInputProps('fieldHelptext')}
        />
        <Radio.Group label={say('mandatoryField')} required {...form.getInputProps('mandatory')}>
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
          {...form.getInputProps('fieldType')}
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
              {...form.getInputProps('inputType')}
              value={values.inputType || null}
              onChange={(type) => form.setFieldValue('inputType', (type ?? '') as AttributeDraft['inputType'])}
            />
            <div className={classes.pair}>
              <LengthInput label={say('minimum')} {...form.getInputProps('minValue')} />
              <LengthInput label={say('maximum')} {...form.getInputProps('maxValue')} />
            </div>
            <SpecialFields form={form} />
          </>
        ) : null}
        {isDropdown(values.fieldType) ? (
          <Textarea
            label={say('defaultValue')}
            description={say('defaultValueHint')}
            autosize
            minRows={2}
            {...form.getInputProps('defaultValue')}
          />
        ) : null}
        <Select
          label={say('category')}
          // Attributes of the hidden category are missing from this list, and nobody could bring them back.
          data={attributeCategories
            .filter((category) => category !== hiddenCategory || category === definition?.category)
            .map((category) => ({ value: category, label: say(`category_${category}`) }))}
          {...form.getInputProps('category')}
        />
        <Switch label={say('searchable')} description={say('searchableHint')} {...form.getInputProps('search', { type: 'checkbox' })} />
      </Stack>
      <div className={classes.footer}>
        <Button variant="default" onClick={onCancel}>
          {sayCommon('cancel')}
        </Button>
        <May any={['ENTERPRISE.EDIT']}>
          <Button type="submit" loading={save.isPending || broken.isChecking}>
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
