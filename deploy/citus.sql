-- Distributes bars, splits, dividends and indicators over the nodes of a Citus cluster, colocated by stock. Run it once, on the
-- coordinator, after migrating the schema and while Stockbook is stopped: docs/operations.md.

-- The distributed tables reference these, so every node has a copy.
select create_reference_table('user_account');
select create_reference_table('stock');

select create_distributed_table('price_bar', 'stock_id');
select create_distributed_table('stock_split', 'stock_id', colocate_with => 'price_bar');
select create_distributed_table('stock_dividend', 'stock_id', colocate_with => 'price_bar');
select create_distributed_table('calculated_indicator', 'stock_id', colocate_with => 'price_bar');
