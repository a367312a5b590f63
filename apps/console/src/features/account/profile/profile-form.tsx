import { Avatar, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Profile } from '@parley/contract';
import { useBlocker } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FileUpload, type UploadStatus } from '../../../components/file-upload.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { i18next, languages, t as say, setLanguage } from '../../../lib/i18n.ts';
import { getToken } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toasts.ts';
import { hasInk } from '../../../lib/validators.ts';
import classes from './profile.module.css';
import { useSaveProfile } from './profile.queries.ts';

export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const save = useSaveProfile();
  const savePicture = useSaveProfile();
  const zones = useMemo(
    () => [...new Set([profile.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean),
    [profile.timeZone],
  );
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: profile.name, phone: profile.phone, timeZone: profile.timeZone, language: profile.language },
    validate: {
      name: (name) => (name !== '' && hasInk(name) ? null : say('common.mandatory')),
      phone: (phone) => (phone.length > 32 ? '32' : null),
    },
  });
  useBlocker({
    shouldBlockFn: async () => {
      // A session that has ended takes its screens along, saved or not.
      if (!form.isDirty() || !getToken()) return false;
      return !(await openDialog({
        type: 'confirm',
        title: say('common.discardTitle'),
        text: say('common.discardText'),
        confirm: say('common.discardLeave'),
        cancel: say('common.discardStay'),
      }));
    },
    enableBeforeUnload: () => form.isDirty(),
  });

  const handleSave = (values: ReturnType<typeof form.getValues>) =>
    save.mutate(values, {
      onSuccess: () => {
        form.resetDirty(values);
        if (values.language !== i18next.language) void setLanguage(values.language);
        showToast('success', say('profile.saved'));
      },
    });
  const handlePicture = (status: UploadStatus) => {
    if (status.state === 'done')
      savePicture.mutate({ profilePic: status.file.id }, { onSuccess: () => showToast('success', say('profile.saved')) });
  };

  return (
    <form onSubmit={form.onSubmit(handleSave, (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'name')?.focus())} noValidate>
      <div className={classes.picture}>
        <Avatar size={68} src={profile.profilePic || null} name={profile.name} alt={t('profile.picture')} color="brand" />
        <div className={classes.drop}>
          <FileUpload
            isCompact
            label={t('profile.changePicture')}
            description={t('profile.pictureHint')}
            extensions={['jpeg', 'jpg', 'png']}
            crop={{ aspect: 1, title: t('profile.picture'), resizeWidth: 256, resizeHeight: 256 }}
            onStatus={handlePicture}
          />
        </div>
        {profile.profilePic ? (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() => savePicture.mutate({ profilePic: '' })}
            loading={savePicture.isPending}
          >
            {t('profile.removePicture')}
          </Button>
        ) : null}
      </div>
      <Stack gap="md">
        <TextInput label={t('profile.name')} autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
        <TextInput label={t('profile.email')} value={profile.emailId} readOnly variant="filled" />
        <TextInput label={t('profile.phone')} type="tel" autoComplete="tel" key={form.key('phone')} {...form.getInputProps('phone')} />
        <Select
          label={t('profile.timeZone')}
          data={zones}
          searchable
          limit={60}
          nothingFoundMessage={t('common.nothingMatches')}
          key={form.key('timeZone')}
          {...form.getInputProps('timeZone')}
        />
        <Select
          label={t('shell.language')}
          data={languages.map(({ code, name }) => ({ value: code, label: name }))}
          key={form.key('language')}
          {...form.getInputProps('language')}
        />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
