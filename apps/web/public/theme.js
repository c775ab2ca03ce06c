// Sets the theme before the first paint, so that no page flashes in the wrong one. It is a file of its own
// because the content security policy allows no inline script.
(() => {
  const systemDark = matchMedia('(prefers-color-scheme: dark)');
  const barColor = { light: '#f6f7f9', dark: '#0c0f14' };

  function apply() {
    const chosen = localStorage.getItem('theme');
    const isDark = chosen === 'dark' || (chosen !== 'light' && systemDark.matches);
    const theme = isDark ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColor[theme]);
  }

  apply();
  systemDark.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('themechange', apply);
})();
