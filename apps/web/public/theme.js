// Sets the theme before the first paint, so that pages do not flash in the wrong theme. A separate file, because the
// content security policy forbids inline scripts.
(() => {
  const systemDark = matchMedia('(prefers-color-scheme: dark)');
  const barColor = { light: '#f6f7f9', dark: '#0c0f14' };

  function apply() {
    const choice = localStorage.getItem('theme');
    const isDark = choice === 'dark' || (choice !== 'light' && systemDark.matches);
    const theme = isDark ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColor[theme]);
  }

  apply();
  systemDark.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('themechange', apply);
})();
