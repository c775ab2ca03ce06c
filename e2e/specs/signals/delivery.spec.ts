import { expect, test } from '../../support/test.ts';

test('refuses a channel inside the server’s network', async ({ page, account: _, log }) => {
  log.expect(/status of 400/);
  await page.goto('/signals?tab=delivery');
  await page.getByRole('button', { name: 'Add Channel' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('option')).toHaveText(['Webhook', 'ntfy', 'Apprise']);
  await dialog.getByLabel('Name').fill('Inside');
  await dialog.getByLabel('URL').fill('https://127.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Add Channel' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    "This address is inside the server's own network. The operator can allow it with NOTIFY_ALLOW_HOSTS",
  );
});
