import { imageLimits } from '@parley/contract';
import { expect, test } from 'vitest';
import { cropOutputType, isAllowedFile, isWithinImageLimits } from './upload.ts';

test('UPLOAD-002 the type is told by the extension, in any case', () => {
  expect(isAllowedFile('Logo.PNG', ['png'])).toBe(true);
  expect(isAllowedFile('logo.gif', ['png'])).toBe(false);
  expect(isAllowedFile('png', ['png'])).toBe(false);
});

test('UPLOAD-005 UPLOAD-018 1024 x 1024 is within, 50 x 1024 bytes are not', () => {
  expect(isWithinImageLimits({ width: 1024, height: 1024, sizeBytes: imageLimits.sizeBytes - 1 })).toBe(true);
  expect(isWithinImageLimits({ width: 1025, height: 10, sizeBytes: 10 })).toBe(false);
  expect(isWithinImageLimits({ width: 10, height: 10, sizeBytes: imageLimits.sizeBytes })).toBe(false);
});

test('UPLOAD-007 UPLOAD-008 jpg and jpeg are cropped to jpeg, png to png, nothing else', () => {
  expect(cropOutputType('a.jpg')).toBe('image/jpeg');
  expect(cropOutputType('a.JPEG')).toBe('image/jpeg');
  expect(cropOutputType('a.png')).toBe('image/png');
  for (const name of ['a.mp3', 'a.mp4', 'a.pdf']) expect(cropOutputType(name)).toBeUndefined();
});
