import { ActionIcon, Anchor, Group, Progress, Skeleton, Text, TextInput, type TextInputProps, VisuallyHidden } from '@mantine/core';
import { IconRefresh, IconShieldCheck } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { signInWords } from '../../../locales/sign-in.ts';
import classes from './account.module.css';
import type { Captcha } from './use-captcha.ts';
import { useProof } from './use-proof.ts';

type Props = { captcha: Captcha; onAnswer: (answer: string) => void } & TextInputProps;

/** The picture and its letters; who cannot read the picture lets the browser do a proof of work instead. */
export function CaptchaField({ captcha, onAnswer, ...input }: Props) {
  const say = useWords(signInWords.signIn);
  const { proof, start } = useProof({ captchaId: captcha.id, bits: captcha.proofBits }, onAnswer);
  if (!captcha.isRequired && !captcha.isLoading) return null;
  const source = captcha.picture.startsWith('data:') ? captcha.picture : `data:image/png;base64,${captcha.picture}`;
  const isProving = proof.state === 'working' || proof.state === 'done';
  return (
    <div>
      <div className={classes.captcha}>
        {isProving ? (
          <div className={classes.proof}>
            {proof.state === 'done' ? (
              <Group gap={6} wrap="nowrap" c="teal">
                <IconShieldCheck size={18} aria-hidden />
                <Text size="sm" c="inherit">
                  {say('proofDone')}
                </Text>
              </Group>
            ) : (
              <>
                <Text size="sm">{say('proofWorking')}</Text>
                <Progress value={proof.share * 100} size="sm" mt={6} aria-label={say('proofWorking')} />
              </>
            )}
          </div>
        ) : (
          <div className={classes.captchaPicture}>
            {captcha.isLoading ? (
              <Skeleton height={58} radius={0} />
            ) : captcha.picture ? (
              <img src={source} alt={say('captchaImage')} />
            ) : (
              <span style={{ color: '#5c636a', fontSize: 13 }}>{say('captchaFailed')}</span>
            )}
          </div>
        )}
        <ActionIcon
          variant="default"
          size={36}
          aria-label={say('captchaRefresh')}
          onClick={() => {
            onAnswer('');
            captcha.refresh();
          }}
          loading={captcha.isLoading}
        >
          <IconRefresh size={17} />
        </ActionIcon>
      </div>
      {/* Told to screen readers as it changes; the text on screen stands in the box above. */}
      <VisuallyHidden role="status">
        {proof.state === 'working' ? say('proofWorking') : proof.state === 'done' ? say('proofDone') : ''}
      </VisuallyHidden>
      {isProving ? null : (
        <>
          <TextInput
            label={say('captcha')}
            placeholder={say('captchaHint')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            {...input}
          />
          {captcha.id ? (
            <Anchor component="button" type="button" size="xs" mt={6} onClick={start}>
              {say('captchaAlternative')}
            </Anchor>
          ) : null}
          {proof.state === 'failed' ? (
            <Text size="xs" c="red" role="alert">
              {say('proofFailed')}
            </Text>
          ) : null}
        </>
      )}
    </div>
  );
}
