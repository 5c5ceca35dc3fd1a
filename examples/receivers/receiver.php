<?php
// A receiver of webhooks that delivers once, even if an event comes twice:
//   WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:8080 receiver.php
// DATA is the folder of delivered orders (data).
require __DIR__ . '/../../docs/webhooks/snippets/verify.php';

$secret = getenv('WEBHOOK_SECRET');
if (!$secret) {
    http_response_code(500);
    error_log('Set WEBHOOK_SECRET to the secret of the webhook endpoint.');
    return;
}
$data = getenv('DATA') ?: 'data';
$body = file_get_contents('php://input');
$headers = [];
foreach ($_SERVER as $name => $value) {
    if (strncmp($name, 'HTTP_', 5) === 0) {
        $headers[strtolower(strtr(substr($name, 5), '_', '-'))] = $value;
    }
}
if (!is_genuine($body, $headers, $secret)) {
    http_response_code(401);
    return;
}
$event = json_decode($body, true);
if ($event['type'] === 'checkout.completed') {
    deliver($data, $headers['webhook-id'], $event['data']['object']);
}
http_response_code(200);

/** Once: only one file can have a name, as only one row can have a unique key. */
function deliver(string $data, string $id, array $checkout): void
{
    $goods = array_map(fn (array $item): string => "{$item['quantity']} × {$item['name']}", $checkout['items']);
    $done = ['user' => $checkout['client_reference_id'], 'checkout' => $checkout['id'], 'goods' => $goods];
    @mkdir($data, 0700, true);
    $draft = tempnam($data, 'draft');
    file_put_contents($draft, json_encode($done, JSON_UNESCAPED_UNICODE));
    $file = $data . '/' . basename($id) . '.json';
    $isNew = @link($draft, $file);
    unlink($draft);
    if ($isNew) {
        error_log("Delivered for checkout {$checkout['id']}: " . implode(', ', $goods));
    } elseif (!file_exists($file)) {
        throw new RuntimeException("could not write $file"); // no 200 for it: it comes again
    }
}
