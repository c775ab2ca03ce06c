const darkScheme = window.matchMedia('(prefers-color-scheme: dark)');

function followColorScheme() {
  document.documentElement.classList.toggle('dark-mode', darkScheme.matches);
}

followColorScheme();
darkScheme.addEventListener('change', followColorScheme);

window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  // No request to swagger.io's validator: the page works offline.
  validatorUrl: null,
});
