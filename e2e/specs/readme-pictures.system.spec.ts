import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  deviceOf,
  outlineOf,
  pictureName,
  readmeFolder,
  readmePictures,
} from '../support/readme-pictures.ts';
import { allScreens } from '../support/screens/all-screens.ts';
import { signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

for (const picture of readmePictures) {
  const name = pictureName(picture);
  test.describe(name, () => {
    test.use(deviceOf(picture));

    test(`the README's picture ${name} shows the screen as it is`, async ({ page, seededUser }) => {
      await signIn(page, seededUser);
      await allScreens.find((screen) => screen.name === picture.screen)?.open(page);
      const pictured = await readFile(join(readmeFolder, `${name}.outline.txt`), 'utf8');
      const advice = 'the screen has changed: take its picture with `npm run shots -- --grep @readme`';
      const dismissButton = page.getByRole('list', { name: 'Security notices' }).getByRole('button').first();
      const readOutline = async () => {
        // Other tests sign in to this account from other devices.
        if (await dismissButton.isVisible()) await dismissButton.click();
        return outlineOf(page);
      };
      await expect.poll(readOutline, { message: advice }).toBe(pictured);
    });
  });
}
